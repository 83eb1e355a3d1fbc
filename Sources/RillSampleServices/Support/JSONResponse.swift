internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Creates a JSON response with sorted keys.
    static func json(encoding value: some Encodable, status: HTTPResponse.Status = .ok) -> Self {
        .data(jsonBytes(of: value), type: "application/json; charset=utf-8", status: status)
    }

    /// Encodes a value as JSON with sorted keys, so that equal values have equal encodings.
    static func jsonBytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("cannot encode a sample value as JSON: \(error)")
        }
    }
}

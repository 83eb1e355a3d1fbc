internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Makes a response of a value's JSON, with its keys in the order of the alphabet.
    static func json(encoding value: some Encodable, status: HTTPResponse.Status = .ok) -> Self {
        .data(jsonBytes(of: value), type: "application/json; charset=utf-8", status: status)
    }

    /// The JSON of a value, with its keys in the order of the alphabet, so that equal values have equal JSON.
    static func jsonBytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("a sample's own value has no JSON: \(error)")
        }
    }
}

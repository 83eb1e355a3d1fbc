internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Makes a response of a value's JSON, with its keys in the order of the alphabet.
    static func json(encoding value: some Encodable, status: HTTPResponse.Status = .ok) -> Self {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let body = try encoder.encode(value)
            return .data(Array(body), type: "application/json; charset=utf-8", status: status)
        } catch {
            preconditionFailure("a sample's own value has no JSON: \(error)")
        }
    }
}

import Foundation
import RillHTTP
import RillHTTPTesting

/// A request for any target that accepts any response.
struct RawRequest: Request {
    struct RawResponse: Sendable {
        let head: HTTPResponse
        let body: String

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
    }

    typealias Response = RawResponse
    let target: String
    var method = HTTPRequest.Method.get
    var headerFields: HTTPFields = [:]
    var path: URLPath { URLPath(encoded: target) }

    func accepts(_ status: HTTPResponse.Status) -> Bool { true }

    var parser: ResponseParser<RawResponse> {
        ResponseParser { head, body, _ in RawResponse(head: head, body: String(decoding: body, as: UTF8.self)) }
    }
}

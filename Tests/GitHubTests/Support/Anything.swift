import Foundation
import RillHTTP
import RillHTTPTesting

/// Any target, any answer.
struct Anything: Request {
    struct Answer: Sendable {
        let head: HTTPResponse
        let body: String

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
    }

    typealias Response = Answer
    let target: String
    var method = HTTPRequest.Method.get
    var headerFields: HTTPFields = [:]
    var path: URLPath { URLPath(encoded: target) }

    func accepts(_ status: HTTPResponse.Status) -> Bool { true }

    var parser: ResponseParser<Answer> {
        ResponseParser { head, body, _ in Answer(head: head, body: String(decoding: body, as: UTF8.self)) }
    }
}

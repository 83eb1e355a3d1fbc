package import RillHTTP

/// A request for any target that accepts any response.
package struct RawRequest: Request {
    package struct RawResponse: Sendable {
        package let head: HTTPResponse
        package let body: String

        package var code: Int { head.status.code }

        package subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
    }

    package typealias Response = RawResponse
    package var target: String
    package var method: HTTPRequest.Method
    package var headerFields: HTTPFields
    package var body: HTTPBody?

    package init(
        target: String, method: HTTPRequest.Method = .get, headerFields: HTTPFields = [:], body: HTTPBody? = nil
    ) {
        self.target = target
        self.method = method
        self.headerFields = headerFields
        self.body = body
    }

    package static func json(_ target: String, method: HTTPRequest.Method = .post, _ json: String) -> RawRequest {
        RawRequest(target: target, method: method, body: HTTPBody(json, contentType: "application/json"))
    }

    package var path: URLPath { URLPath(encoded: target) }

    package func accepts(_ status: HTTPResponse.Status) -> Bool { true }

    package var parser: ResponseParser<RawResponse> {
        ResponseParser { head, body, _ in RawResponse(head: head, body: String(decoding: body, as: UTF8.self)) }
    }
}

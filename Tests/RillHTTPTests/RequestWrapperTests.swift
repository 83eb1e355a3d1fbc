import Foundation
import RillHTTP
import Testing

@Suite struct RequestWrapperTests {
    private struct Original: Request {
        typealias Response = String
        var method: HTTPRequest.Method { .put }
        var baseURL: String? { "https://h/api" }
        var path: URLPath { "/path" }
        var query: QueryItems { ["q": 1] }
        var headerFields: HTTPFields { [.via: "1"] }
        var body: HTTPBody? { HTTPBody("text", contentType: "x/y") }
        let decoder: (any DataDecoder)? = JSONDecoder()
        var timeout: Duration? { .seconds(3) }
        var attemptTimeout: Duration? { .seconds(2) }
        var middleware: [any Middleware] { [Retry()] }
        var errorDecoder: ErrorDecoder? { ErrorDecoder.none }
        var isIdempotent: Bool? { false }
        func accepts(_ status: HTTPResponse.Status) -> Bool { status == .notFound }
    }

    private struct Wrapper<Base: Request>: RequestWrapper {
        typealias Response = Base.Response
        let base: Base
        var parser: ResponseParser<Response> { base.parser }
    }

    @Test func forwardsAllRequirements() throws {
        let base = Original()
        // The client calls the requirements of the protocol.
        let wrapper: any Request<String> = Wrapper(base: base)
        #expect(wrapper.method == .put)
        #expect(wrapper.baseURL == "https://h/api")
        #expect(wrapper.path == "/path")
        #expect(try wrapper.query == ["q": 1])
        #expect(wrapper.headerFields == [.via: "1"])
        #expect(try wrapper.body?.contentType == "x/y")
        #expect(wrapper.decoder as? JSONDecoder === base.decoder as? JSONDecoder)
        #expect(wrapper.decoder != nil)
        #expect(wrapper.timeout == .seconds(3))
        #expect(wrapper.attemptTimeout == .seconds(2))
        #expect(wrapper.middleware.count == 1)
        #expect(wrapper.errorDecoder != nil)
        #expect(wrapper.isIdempotent == false)
        #expect(wrapper.accepts(.notFound))
        #expect(!wrapper.accepts(.ok))
    }

    @Test func forwardsErrors() {
        struct InvalidRequest: Request {
            typealias Response = String
            var path: URLPath { "/path" }
            var query: QueryItems { get throws { throw TransportError(.invalidRequest, "query") } }
            var body: HTTPBody? { get throws { throw TransportError(.invalidRequest, "body") } }
            func validate() throws { throw TransportError(.invalidRequest, "validate") }
        }
        let wrapper: any Request<String> = Wrapper(base: InvalidRequest())
        #expect(throws: TransportError(.invalidRequest, "query")) { try wrapper.query }
        #expect(throws: TransportError(.invalidRequest, "body")) { try wrapper.body }
        #expect(throws: TransportError(.invalidRequest, "validate")) { try wrapper.validate() }
    }
}

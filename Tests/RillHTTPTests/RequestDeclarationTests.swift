import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests that the client uses the declarations of a request type.
@Suite struct RequestDeclarationTests {
    private struct Complete: Request {
        typealias Response = String
        let method = HTTPRequest.Method.put
        let baseURL = "https://h/api"
        let path: URLPath = "/path"
        let query: QueryItems = ["q": 1]
        let headerFields: HTTPFields = [.via: "1"]
        let body = HTTPBody("text", contentType: "x/y")
        let parser = ResponseParser<String>.text
        let options = RequestOptions(
            timeout: .seconds(3), attemptTimeout: .seconds(2), isIdempotent: false,
            middleware: [IdempotencyKeys { "k" }], decoder: JSONDecoder(), errorDecoder: ErrorDecoder.none)
        func accepts(_ status: HTTPResponse.Status) -> Bool { status == .notFound }
    }

    private struct TestError: Error, Equatable {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    /// A request with getters that throw the error with their name.
    private struct Throwing: Request {
        typealias Response = String
        var name = ""
        let path: URLPath = "/path"
        var method: HTTPRequest.Method { get throws { try value("method", .get) } }
        var baseURL: String? { get throws { try value("baseURL", nil) } }
        var query: QueryItems { get throws { try value("query", [:]) } }
        var headerFields: HTTPFields { get throws { try value("headerFields", [:]) } }
        var body: HTTPBody? { get throws { try value("body", nil) } }
        var options: RequestOptions { get throws { try value("options", RequestOptions()) } }
        var parser: ResponseParser<String> { get throws { try value("parser", .json) } }
        func validate() throws { try value("validate", ()) }
        func accepts(_ status: HTTPResponse.Status) throws -> Bool { try value("accepts", true) }

        private func value<Value>(_ name: String, _ value: Value) throws -> Value {
            if name == self.name { throw TestError(name) }
            return value
        }
    }

    @Test func clientUsesEveryDeclaration() throws {
        let transport = StubTransport { _ in .text("found", status: .notFound) }
        #expect(Recorder(makeClient(transport).send(Complete())).values == ["found"])
        let request = try #require(transport.requests.first)
        #expect(request.method == .put)
        #expect(request.url == "https://h/api/path?q=1")
        let texts = [request.headerFields[.via], request.headerFields[.contentType], request.bodyText]
        #expect(texts == ["1", "x/y", "text"])
        let rejecting = makeClient(StubTransport { _ in .text("ok") })
        #expect(try Recorder(rejecting.send(Complete())).failure().stage == .status)
        let options = Complete().endpoint.options
        #expect(options.timeout == .seconds(3))
        #expect(options.attemptTimeout == .seconds(2))
        #expect(options.isIdempotent == false)
        #expect(options.middleware.count == 1)
        #expect(options.decoder != nil)
        #expect(options.errorDecoder != nil)
    }

    @Test func clientUsesDeclarationsOfAnyRequest() throws {
        let transport = StubTransport { _ in .text("found", status: .notFound) }
        let request: any Request<String> = Complete()
        #expect(Recorder(makeClient(transport).send(request)).values == ["found"])
        #expect(transport.requests.map(\.method) == [.put])
    }

    @Test(arguments: ["method", "baseURL", "query", "headerFields", "body", "options", "parser", "validate"])
    func requestFailsBeforeSendingWhenGetterThrows(name: String) throws {
        let transport = StubTransport { _ in .json("\"a\"") }
        let error = try Recorder(makeClient(transport).send(Throwing(name: name))).failure()
        #expect(error.stage == .request)
        #expect(error.underlying as? TestError == TestError(name))
        #expect(transport.requests.isEmpty)
    }

    @Test func validateIsNotCalledAfterGetterThrows() throws {
        struct Invalid: Request {
            typealias Response = String
            let path: URLPath = "/path"
            var method: HTTPRequest.Method { get throws { throw TestError("method") } }
            func validate() throws { throw TestError("validate") }
        }
        #expect(Invalid().endpoint.validationError as? TestError == TestError("method"))
    }

    @Test func requestFailsWithStatusWhenAcceptsThrows() throws {
        let transport = StubTransport { _ in .json("\"a\"") }
        #expect(Recorder(makeClient(transport).send(Throwing())).values == ["a"])
        let error = try Recorder(makeClient(transport).send(Throwing(name: "accepts"))).failure()
        #expect(error.stage == .status)
        #expect(error.status == .ok)
        #expect(error.underlying as? TestError == TestError("accepts"))
        let stream = makeClient(transport).stream(Throwing(name: "accepts"), as: .lines)
        #expect(try Recorder(stream).failure().underlying as? TestError == TestError("accepts"))
    }

    // MARK: Types of the base URL and the body

    private struct Located<BaseURL: Sendable & URLConvertible>: Request {
        typealias Response = String
        let baseURL: BaseURL
        let path: URLPath = "/path"
    }

    private struct OptionallyLocated: Request {
        typealias Response = String
        let baseURL: URL?
        let path: URLPath = "/path"
    }

    @Test func baseURLIsStringOrURL() throws {
        let url = try #require(URL(string: "https://h/api"))
        let required = [Located(baseURL: "https://h/api").endpoint.baseURL, Located(baseURL: url).endpoint.baseURL]
        let optional = [url, nil].map { OptionallyLocated(baseURL: $0).endpoint.baseURL }
        #expect(required + optional == ["https://h/api", "https://h/api", "https://h/api", nil])
    }

    private struct Linked: Request {
        typealias Response = String
        let path: URLPath
    }

    @Test func completeURLInPathReplacesBaseURL() {
        let transport = StubTransport { _ in .json("\"a\"") }
        for path in ["https://h/a?b=1", .url("https://h/a?b=1")] as [URLPath] {
            #expect(Recorder(makeClient(transport).send(Linked(path: path))).values == ["a"])
        }
        #expect(transport.requests.map(\.url) == ["https://h/a?b=1", "https://h/a?b=1"])
    }

    private struct Draft: Encodable {
        let title = "a/b"
    }

    private struct Sending<Body: Encodable & Sendable>: Request {
        typealias Response = String
        let path: URLPath = "/path"
        let body: Body
    }

    @Test func encodableBodyIsSentAsJSON() {
        #expect(content(of: Sending(body: ["a": 1])) == #"{"a":1} application/json"#)
        #expect(content(of: Sending(body: Draft() as Draft?)) == #"{"title":"a/b"} application/json"#)
        #expect(content(of: Sending(body: [] as [String])) == "[] application/json")
        #expect(content(of: Sending(body: nil as Draft?)) == nil)
    }

    @Test func bytesAreSentUnchanged() {
        let (data, bytes) = (Data("raw".utf8), [UInt8]("raw".utf8))
        let contents = [
            content(of: Sending(body: data)), content(of: Sending(body: data as Data?)),
            content(of: Sending(body: bytes)), content(of: Sending(body: bytes as [UInt8]?)),
        ]
        #expect(contents == Array(repeating: "raw application/octet-stream", count: 4))
        #expect(content(of: Sending(body: nil as Data?)) == nil)
        #expect(content(of: Sending(body: nil as [UInt8]?)) == nil)
    }

    /// Returns the body and its media type.
    private func content(of request: some Request) -> String? {
        let body = request.resolvedEndpoint.body
        return body.flatMap(\.bytes).map { "\(String(decoding: $0, as: UTF8.self)) \(body?.contentType ?? "-")" }
    }

    @Test func requestFailsBeforeSendingWhenBodyCannotBeEncoded() throws {
        let transport = StubTransport { _ in .json("\"a\"") }
        let error = try Recorder(makeClient(transport).send(Sending(body: Double.infinity))).failure()
        #expect(error.stage == .request)
        #expect(error.underlying is EncodingError)
        #expect(transport.requests.isEmpty)
    }

    /// A body whose error contains the whole value.
    private struct Unencodable: Encodable {
        let password = "hunter2"

        func encode(to encoder: any Encoder) throws {
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "not encodable")
            throw EncodingError.invalidValue(self, context)
        }
    }

    /// A middleware that replaces the body.
    private struct Replacing: Middleware {
        let body: HTTPBody

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, self.body)
        }
    }

    @Test func errorOfEncodingOmitsValue() throws {
        let transport = StubTransport { _ in .json("\"a\"") }
        let json = HTTPBody.json(["users": [Unencodable()]])
        var form = MultipartForm()
        form.append("part", json)
        let replacing = makeClient(transport, middleware: [Replacing(body: json)])
        for stream in [
            makeClient(transport).send(Endpoint<String>("/path", method: .post, body: json)),
            makeClient(transport).send(Endpoint<String>("/path", method: .post, body: .multipart(form))),
            replacing.send(Endpoint<String>("/path", method: .post)),
        ] {
            let error = try Recorder(stream).failure()
            #expect(error.stage == .request)
            #expect(error.underlying is EncodingError)
            #expect(error.reason == "cannot encode users[0]: not encodable")
        }
        #expect(transport.requests.isEmpty)
        let context = EncodingError.Context(codingPath: [], debugDescription: "not encodable")
        let error = TransportError.unreadableBody(EncodingError.invalidValue("hunter2", context))
        #expect(error.text == "cannot read the request body: cannot encode the value: not encodable")
    }

    // MARK: Endpoint

    @Test func endpointOfRequestCanBeModified() {
        let transport = StubTransport { _ in .text("3", status: .notFound) }
        var endpoint = Complete().endpoint.replacingParser(with: ResponseParser<String>.text.map { Int($0) ?? 0 })
        endpoint.headerFields[.via] = "2"
        #expect(Recorder(makeClient(transport).send(endpoint)).values == [3])
        #expect(transport.requests.map(\.url) == ["https://h/api/path?q=1"])
        #expect(transport.requests.map { $0.headerFields[.via] } == ["2"])
        #expect(transport.requests.map(\.bodyText) == ["text"])
    }

    @Test func pathOfEndpointCanBecomeCompleteURL() {
        let transport = StubTransport { _ in .text("") }
        var endpoint = Endpoint<Void>("/a", query: ["b": 1])
        for path in ["https://h/c?d=2", .url("https://h/c?d=2")] as [URLPath] {
            endpoint.path = path
            #expect(endpoint.description == "GET https://h/c?d=2&b=1")
            #expect(Recorder(makeClient(transport).send(endpoint)).isCompleted)
        }
        #expect(transport.requests.map(\.url) == ["https://h/c?d=2&b=1", "https://h/c?d=2&b=1"])
    }

    @Test func validateOfEndpointThrowsValidationError() {
        var endpoint = Throwing(name: "query").endpoint
        #expect(throws: TestError("query")) { try endpoint.validate() }
        endpoint.validationError = nil
        #expect(throws: Never.self) { try endpoint.validate() }
    }

    private struct Wrapper<Base: Request>: Request {
        typealias Response = Base.Response
        let base: Base
        var isValid = true
        var path: URLPath { base.path }
        var parser: ResponseParser<Response> { get throws { try base.resolvedParser } }

        var endpoint: Endpoint<Response> {
            get throws {
                guard isValid else { throw TestError("endpoint") }
                var endpoint = base.resolvedEndpoint
                endpoint.headerFields[.via] = "2"
                return endpoint
            }
        }
    }

    @Test func requestThatWrapsAnotherReplacesEndpoint() throws {
        let transport = StubTransport { _ in .text("found", status: .notFound) }
        #expect(Recorder(makeClient(transport).send(Wrapper(base: Complete()))).values == ["found"])
        #expect(transport.requests.map { $0.headerFields[.via] } == ["2"])
        let invalid = Wrapper(base: Complete(), isValid: false)
        let error = try Recorder(makeClient(transport).send(invalid)).failure()
        #expect(error.stage == .request)
        #expect(error.underlying as? TestError == TestError("endpoint"))
        #expect(transport.requests.count == 1)
    }
}

import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the validation of requests by `Request.validate()`.
@Suite struct RequestValidationTests {
    private struct InvalidRequestError: Error {}

    /// A request that records in `calls` when it is validated and when its body is read.
    private struct Validated: Request {
        typealias Response = [Int]

        var isValid = true
        let calls = Log<String>()
        var path: URLPath { "/numbers" }
        var query: QueryItems { ["token": "hush", "n": 1] }

        var body: HTTPBody? {
            calls.append("body")
            return nil
        }

        func validate() throws {
            calls.append("validate")
            if !isValid { throw InvalidRequestError() }
        }
    }

    /// A middleware that sends each request twice.
    private struct Repeating: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(request, body).ignoreElements(as: TransportEvent.self).concat(next(request, body))
        }
    }

    /// Sends a request with each method of the client and returns the failures.
    private func failures(_ request: some Request<[Int]>, _ transport: StubTransport) throws -> [APIError] {
        let client = makeClient(transport)
        let bench = try DownloadBench()
        return [
            try Recorder(client.send(request)).failure(),
            try Recorder(client.stream(request, as: .lines)).failure(),
            try Recorder(client.serverSentEvents(request)).failure(),
            try Recorder(client.pages(request, by: .linkHeader)).failure(),
            try Recorder(client.pages(request, by: .pageNumbers(perPage: 2), from: PageCursor(2))).failure(),
            try Recorder(client.pages(request: { _ in request }, next: { _ in nil })).failure(),
            try Recorder(client.elements(of: request, by: .linkHeader)).failure(),
            try bench.download(transport, request).failure(),
        ]
    }

    private static let chunks = Observable.from([Array("ab".utf8), Array("c".utf8)])

    @Test(
        arguments: [
            ([.contentLength: "3"], HTTPBody("abc"), nil),
            ([.contentLength: "3"], .stream(chunks, count: 3), nil),
            ([.transferEncoding: "Chunked"], .stream(chunks), nil),
            ([.contentLength: "0"], nil, nil),
            ([.upgrade: "tcp", .contentLength: "9"], .stream(chunks), nil),
            ([.upgrade: "h2c", .contentLength: "9"], HTTPBody("abc"), "Content-Length header field is 9, but "),
            ([.contentLength: "99"], HTTPBody("abc"), "Content-Length header field is 99, but the body has 3 bytes: "),
            ([.contentLength: "3, 3"], HTTPBody("abc"), "Content-Length header field is 3, 3, but the body "),
            ([.contentLength: "3"], nil, "Content-Length header field is 3, but the body has 0 bytes: "),
            ([.contentLength: "3"], .stream(chunks), "Content-Length header field is 3, but the length of "),
            ([.transferEncoding: "chunked"], HTTPBody("abc"), "Transfer-Encoding header field must not be set: "),
            ([.transferEncoding: "gzip"], .stream(chunks), "Transfer-Encoding header field must not be set: "),
            ([.transferEncoding: "chunked"], nil, "Transfer-Encoding header field must not be set: "),
        ] as [(HTTPFields, HTTPBody?, String?)])
    func headerFieldsMustNotContradictTheBody(fields: HTTPFields, body: HTTPBody?, problem: String?) throws {
        let transport = StubTransport { _ in .text("") }
        let request = Endpoint<Void>("/", method: .post, headerFields: fields, body: body)
        let recorder = Recorder(makeClient(transport).send(request))
        guard let problem else { return #expect(recorder.isCompleted) }
        let error = try recorder.failure()
        #expect(error.reason.hasPrefix("invalid request: the \(problem)"), "\(error.reason)")
        #expect(transport.requests.isEmpty)
    }

    @Test func errorOfAStreamedBodyIsAnUnderlyingError() throws {
        struct ReadError: Error, Equatable {}
        let server = try LoopbackServer { _ in .text("") }
        defer { server.stop() }
        let stub = Client(baseURL: "http://test", transport: StubTransport { _ in .text("") })
        for client in [stub, Client(baseURL: server.baseURL)] {
            let body = HTTPBody.stream(Self.chunks.concat(.error(ReadError())))
            let recorder = Recorder(client.send(Endpoint<Void>("/", method: .post, body: body)))
            #expect(recorder.waitForEnd(timeout: .seconds(30)))
            let error = try recorder.failure()
            #expect(error.underlying(as: ReadError.self) == ReadError())
            #expect((error.underlying as? TransportError)?.reason == .requestBody)
        }
    }

    @Test func validatesOncePerExchangeBeforeReadingBody() {
        let transport = StubTransport { _ in .json("[1]") }
        let request = Validated()
        let numbers = makeClient(transport, middleware: [Repeating()]).send(request)
        #expect(request.calls.entries.isEmpty)
        #expect(Recorder(numbers).values == [[1]])
        #expect(transport.requests.count == 2)
        #expect(request.calls.entries == ["validate", "body"])
        _ = Recorder(numbers)
        #expect(request.calls.entries == ["validate", "body", "validate", "body"])
    }

    @Test func validatesOncePerPage() {
        let transport = NumberedList().transport()
        let request = Validated()
        #expect(Recorder(makeClient(transport).elements(of: request, by: .linkHeader)).values == Array(0..<45))
        #expect(transport.requests.count == 3)
        #expect(request.calls.entries == Array(repeating: ["validate", "body"], count: 3).flatMap { $0 })
    }

    @Test func invalidRequestFailsBeforeSending() throws {
        let transport = StubTransport { _ in .json("[1]") }
        let request = Validated(isValid: false)
        let failures = try failures(request, transport)
        for failure in failures {
            #expect(failure.stage == .request)
            #expect(failure.attempts == 0)
            #expect(failure.underlying is InvalidRequestError)
        }
        #expect(request.calls.entries == Array(repeating: "validate", count: failures.count))
        #expect(transport.requests.isEmpty)
    }

    @Test func errorContainsRedactedURL() throws {
        let client = makeClient(StubTransport { _ in .json("[1]") })
        let error = try Recorder(client.send(Validated(isValid: false))).failure()
        let url = "https://qiita.com/api/v2/numbers?token=<redacted>&n=1"
        #expect("\(error)" == "GET \(url) was not sent: InvalidRequestError()")
    }

    @Test func invalidRequestFailsBeforeMiddleware() throws {
        struct Replacing: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                .from([.head(HTTPResponse(status: .ok)), .chunk(Array("[1]".utf8))])
            }
        }
        let client = makeClient(StubTransport { _ in .never }, middleware: [Replacing()])
        #expect(Recorder(client.send(Validated())).values == [[1]])
        #expect(try Recorder(client.send(Validated(isValid: false))).failure().stage == .request)
    }
}

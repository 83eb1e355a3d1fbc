import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests failures at each stage of an exchange.
@Suite struct ClientStageTests {
    private struct Unencodable: Request {
        typealias Response = Void
        var path: URLPath { "/items" }
        var method: HTTPRequest.Method { .post }
        var body: HTTPBody { .json(Double.infinity) }
    }

    @Test func failsAtRequestWhenBodyThrows() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let error = try Recorder(makeClient(transport).send(Unencodable())).failure()
        #expect(error.stage == .request)
        #expect(error.underlying is EncodingError)
        #expect(error.attempts == 0)
        #expect(error.status == nil)
        #expect("\(error)".hasPrefix("POST https://qiita.com/api/v2/items was not sent: "))
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func failsAtRequestWhenTimeoutIsNotPositive(timeout: Duration) throws {
        let transport = StubTransport { _ in .never }
        let request = Anything<Int>(options: RequestOptions(timeout: timeout))
        #expect(try Recorder(makeClient(transport).send(request)).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func failsAtTransportBeforeHead() throws {
        let failure = TransportError(.couldNotResolve, "Could not resolve host: qiita.com")
        let error = try Recorder(makeClient(StubTransport { _ in .fail(failure) }).send(Tags())).failure()
        #expect(error.stage == .transport)
        #expect(error.attempts == 1)
        #expect(error.underlying as? TransportError == failure)
        #expect("\(error)" == "GET https://qiita.com/api/v2/tags failed: could not resolve host: qiita.com")
    }

    @Test func failsAtTransportDuringBody() throws {
        let transport = StubTransport { _ in
            .respond(fields: [.eTag: "\"1\""], chunks: ["[{\"id\":"], then: .fail(TransportError(.closedEarly)))
        }
        let error = try Recorder(makeClient(transport).send(Tags())).failure()
        #expect(error.stage == .transport)
        #expect(error.status == .ok)
        #expect(error.headerFields[.eTag] == "\"1\"")
        #expect(error.bodyPrefix == "[{\"id\":")
        #expect(
            "\(error)" == "GET https://qiita.com/api/v2/tags failed after response head 200 OK: "
                + "the connection was closed before the response was complete")
    }

    @Test func failsAtStatusWhenRejected() throws {
        let transport = StubTransport { _ in
            .json(#"{"message":"Not found","type":"not_found"}"#, status: .notFound, fields: [.server: "nginx"])
        }
        let error = try Recorder(makeClient(transport).send(Tags(page: 1))).failure()
        #expect(error.stage == .status)
        #expect(error.status == .notFound)
        #expect(error.method == .get)
        #expect(error.url == "https://qiita.com/api/v2/tags?page=1")
        #expect(error.headerFields[.server] == "nginx")
        #expect(error.bodyPrefix == #"{"message":"Not found","type":"not_found"}"#)
        #expect(error.underlying as? ServiceError == ServiceError(message: "Not found", type: "not_found"))
        #expect(
            "\(error)"
                == #"GET https://qiita.com/api/v2/tags?page=1 failed with status 404 Not Found: "Not found" (not_found)"#
        )
    }

    private struct Counting: Request {
        typealias Response = Int
        let reads: Log<Int>
        var path: URLPath { "/a" }

        var parser: ResponseParser<Int> {
            ResponseParser { _, body, _ in
                reads.append(body.count)
                return body.count
            }
        }
    }

    /// An error page of a gateway is not reported as malformed JSON.
    @Test func failsAtStatusBeforeParsingBody() throws {
        let page = "<html>\n<head><title>502 Bad Gateway</title></head>\n</html>"
        let transport = StubTransport { _ in .text(page, type: "text/html", status: .badGateway) }
        let reads = Log<Int>()
        let error = try Recorder(makeClient(transport).send(Counting(reads: reads))).failure()
        #expect(error.stage == .status)
        #expect(reads.entries.isEmpty)
        #expect(
            "\(error)" == "GET https://qiita.com/api/v2/a failed with status 502 Bad Gateway: "
                + "<html> <head><title>502 Bad Gateway</title></head> </html>")
    }

    @Test func failsAtDecodingOnTypeMismatch() throws {
        let transport = StubTransport { _ in .json(#"[{"id": "Swift", "items_count": "12"}]"#) }
        let error = try Recorder(makeClient(transport).send(Tags())).failure()
        #expect(error.stage == .decoding)
        #expect(error.status == .ok)
        #expect(error.underlying is DecodingError)
        #expect(
            "\(error)" == """
                GET https://qiita.com/api/v2/tags returned 200 OK, but the response could not be decoded: \
                [0].items_count: expected Int, found "12"
                Body: [{"id": "Swift", "items_count": "12"}]
                """)
    }

    @Test func failsAtDeadlineWhenBodyIsIncomplete() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(after: .seconds(1), chunks: ["[", .init("]", after: .seconds(9))])
        }
        let recorder = Recorder(makeClient(transport, scheduler, timeout: .seconds(5)).send(Tags()))
        scheduler.advance(by: .seconds(4.5))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(0.5))
        let error = try recorder.failure()
        #expect(error.stage == .deadline)
        #expect(error.status == .ok)
        #expect((error.underlying as? StreamError)?.code == .deadline)
        #expect(transport.requests.map(\.isCancelled) == [true])
        #expect(scheduler.pendingCount == 0)
        #expect("\(error)" == "GET https://qiita.com/api/v2/tags timed out: no complete response within 5.0 seconds")
    }

    @Test func failsAtMiddlewareWhenItThrows() throws {
        struct Broken: Error {}
        struct Breaker: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
                throw Broken()
            }
        }
        let transport = StubTransport { _ in .never }
        let error = try Recorder(makeClient(transport, middleware: [Breaker()]).send(Tags())).failure()
        #expect(error.stage == .middleware)
        #expect(error.underlying is Broken)
        #expect("\(error)" == "GET https://qiita.com/api/v2/tags failed (middleware): Broken()")
    }

    @Test func failsAtTransportWhenUnavailable() throws {
        let client = Client(baseURL: "https://h", transport: UnavailableTransport(reason: "install libcurl"))
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.stage == .transport)
        #expect(error.transportCode == .unavailable)
        #expect("\(error)".hasSuffix("the transport is unavailable: install libcurl"))
    }

    @Test func deadlineOfMiddlewareIsNotTimeoutOfClient() throws {
        struct Impatient: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                next(request, body).deadline(.seconds(5), scheduler: next.call.scheduler)
            }
        }
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let client = makeClient(transport, scheduler, timeout: .seconds(60), middleware: [Impatient()])
        let recorder = Recorder(client.send(Tags()))
        scheduler.advance(by: .seconds(5))
        let error = try recorder.failure()
        #expect(error.stage == .middleware)
        #expect((error.underlying as? StreamError)?.code == .deadline)
    }
}

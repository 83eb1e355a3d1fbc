import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Regression tests for bugs found in other clients, numbered as in the list of these bugs.
@Suite struct OtherClientRegressionTests {
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

    /// 1: APIKit parses the body before it checks the status, so an error page of a gateway is reported as a syntax
    /// error.
    @Test func checksStatusBeforeParsingBody() throws {
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

    /// 2: APIKit and Get throw only the status and drop the body.
    @Test func keepsBodyOfErrorResponse() throws {
        let body = #"{"message":"page must be 1 to 100","type":"bad_request"}"#
        let transport = StubTransport { _ in .json(body, status: 400, fields: [.retryAfter: "7"]) }
        let error = try Recorder(makeClient(transport).send(Tags())).failure()
        #expect(error.bodyPrefix == body)
        #expect(error.headerFields[.retryAfter] == "7")
        #expect((error.underlying as? ServiceError)?.type == "bad_request")
        #expect("\(error)".contains("400 Bad Request: \"page must be 1 to 100\" (bad_request)"))
    }

    /// 3: RxMoya references its provider weakly.
    ///
    /// If the provider is released, the stream never ends.
    @Test func streamContinuesAfterClientIsReleased() {
        let scheduler = TestScheduler()
        final class Owner: Sendable {
            let client: Client
            init(_ client: Client) { self.client = client }
        }
        var owner: Owner? = Owner(
            makeClient(StubTransport(scheduler: scheduler) { _ in .json(tagsJSON, after: .seconds(1)) }))
        weak var released: Owner?
        released = owner
        let tags = owner?.client.send(Tags()) ?? .empty()
        let early = Recorder(tags)
        owner = nil
        #expect(released == nil)
        scheduler.advance(by: .seconds(1))
        #expect(early.hasSingleElement)
        let late = Recorder(tags)
        scheduler.advance(by: .seconds(1))
        #expect(late.hasSingleElement)
    }

    /// 4: Alamofire's retry policy does not include status 429, jitter or `Retry-After`.
    @Test func retryHonorsRetryAfter() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number == 0 ? .status(.tooManyRequests, fields: [.retryAfter: "60"]) : .json("7")
        }
        let policy = RetryPolicy.exponentialBackoff(attempts: 3, jitter: .full(seed: 7))
        let client = makeClient(transport, middleware: [Retry(policy, scheduler: scheduler)])
        let recorder = Recorder(client.send(Anything<Int>()))
        scheduler.advance(by: .milliseconds(59_999))
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .seconds(60))
        #expect(transport.requests.count == 2)
        #expect(recorder.values == [7])
    }

    /// 5: To decode a value at a key path, Moya parses the JSON, serializes it again, and decodes the result.
    @Test func decodesValueAtKeyPathOnce() throws {
        struct Counted: Decodable, Sendable {
            static let reads = Log<UInt64>()
            init(from decoder: any Decoder) throws {
                Self.reads.append(try decoder.singleValueContainer().decode(UInt64.self))
            }
        }
        // A parser that converts untyped numbers to Double changes this number.
        let transport = StubTransport { _ in .json(#"{"data":{"items":[18446744073709551557]},"rest":[1,2]}"#) }
        let endpoint = Endpoint("/a", parser: ResponseParser<[Counted]>.json(at: "data.items"))
        #expect(try makeClient(transport).send(endpoint).wait(timeout: .seconds(30)).count == 1)
        #expect(Counted.reads.entries == [18_446_744_073_709_551_557])
    }

    /// 6: RxCocoa prints credentials by default, in double quotes in which a shell expands `$` and backticks.
    @Test func curlCommandIsSafeFromShellExpansion() {
        let request = makeRequest(
            .post, "https://a.example/x?q=$HOME&token=s3cr3t", [.authorization: "Bearer s3cr3t", .accept: "`id`"])
        #expect(
            request.curlCommand(body: HTTPBody("$(id) it's", contentType: "text/plain")) == """
                curl -X 'POST' 'https://a.example/x?q=$HOME&token=<redacted>' -H 'Authorization: <redacted>' \
                -H 'Accept: `id`' -H 'Content-Type: text/plain' --data-raw '$(id) it'\\''s'
                """)
    }

    /// 7: APIKit registers a task after starting it, so a cancellation before the registration has no effect.
    @Test func canBeDisposedWhileSending() {
        let stop = PublishSubject<Int>()
        let transport = StubTransport(scheduler: TestScheduler()) { _ in
            stop.onNext(0)
            return .json("1")
        }
        let sources = [stop.asObservable(), makeClient(transport).send(Anything<Int>())]
        let recorder = Recorder(Observable.merge(sources).take(1))
        #expect(recorder.values == [0])
        #expect(recorder.hasSingleElement)
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    /// 8: Alamofire reports cancellation as an error.
    @Test func emitsNothingAfterDisposal() {
        let scheduler = TestScheduler()
        let responses: [StubTransport.Response] = [
            .json(tagsJSON, after: .seconds(2)), .fail(TransportError(.timeout), after: .seconds(2)),
            .respond(chunks: [.init("x", after: .seconds(2))]), .json("{}", status: 500, after: .seconds(2)),
        ]
        let transport = StubTransport(scheduler: scheduler) { responses[$0.number] }
        let client = makeClient(transport)
        let undelivered = Log<String>()
        let handler: UndeliveredErrors.Handler = { undelivered.append("\($0)") }
        UndeliveredErrors.withHandler(handler) {
            for _ in responses {
                let (recorder, subscription) = client.send(Tags()).record()
                scheduler.advance(by: .seconds(1))
                subscription.dispose()
                scheduler.advance(by: .seconds(10))
                #expect(recorder.events.isEmpty)
            }
        }
        #expect(undelivered.entries.isEmpty)
        #expect(transport.requests.map(\.isCancelled) == [true, true, true, true])
        #expect(scheduler.pendingCount == 0)
    }

    /// 9: Get appends a relative URL as a path, so that its query is percent-encoded.
    @Test func keepsQueryInPath() {
        let transport = StubTransport { _ in .json("1") }
        let request = Anything<Int>(path: "/search?sort=stars&q=a%20b", query: ["page": 2])
        #expect(Recorder(makeClient(transport).send(request)).hasSingleElement)
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/search?sort=stars&q=a%20b&page=2"])
        #expect(transport.requests.first?.queryItem("q") == "a b")
    }

    /// 10: Alamofire refreshes twice, and its own interceptor blocks the request that refreshes.
    @Test func refreshesOnceWithoutOwnMiddleware() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            if request.path == "/api/v2/token" { return .json("\"new\"", after: .seconds(1)) }
            return request.headerFields[.authorization] == "Bearer new"
                ? .json("1") : .status(.unauthorized, after: .milliseconds(request.number * 400))
        }
        let base = "https://qiita.com/api/v2"
        let plain = makeClient(transport)
        let tokens = CredentialRefresher("old", scheduler: scheduler) { _ in plain.send(Anything(path: "/token")) }
        let client = makeClient(transport, middleware: [Authentication.bearer(tokens, for: base) { $0 }])
        // Some requests are rejected before the refresh starts, some while it runs, and some after it.
        let recorders = (0..<5).map { _ in Recorder(client.send(Anything<Int>())) }
        scheduler.advance(by: .seconds(10))
        #expect(recorders.map(\.values) == Array(repeating: [1], count: 5))
        #expect(
            transport.requests.filter { $0.path == "/api/v2/token" }.map { $0.headerFields[.authorization] } == [nil])
        #expect(transport.requests.count == 5 + 1 + 5)
    }
}

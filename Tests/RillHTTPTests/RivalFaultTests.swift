import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// What went wrong in other clients, numbered as in the list of their faults.
@Suite struct RivalFaultTests {
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

    /// 1: APIKit parses before it looks at the status, so that a gateway's page becomes a syntax error.
    @Test func judgesTheStatusBeforeItReadsTheBody() throws {
        let page = "<html>\n<head><title>502 Bad Gateway</title></head>\n</html>"
        let transport = StubTransport { _ in .text(page, type: "text/html", status: .badGateway) }
        let reads = Log<Int>()
        let error = try Recording(makeClient(transport).send(Counting(reads: reads))).failure()
        #expect(error.stage == .status)
        #expect(reads.entries.isEmpty)
        #expect(
            "\(error)" == "GET https://qiita.com/api/v2/a failed with status 502 Bad Gateway: "
                + "<html> <head><title>502 Bad Gateway</title></head> </html>")
    }

    /// 2: APIKit and Get throw the status and drop the body.
    @Test func keepsTheBodyOfABadStatus() throws {
        let body = #"{"message":"page must be 1 to 100","type":"bad_request"}"#
        let transport = StubTransport { _ in .json(body, status: 400, fields: [.retryAfter: "7"]) }
        let error = try Recording(makeClient(transport).send(Tags())).failure()
        #expect(error.bodyPrefix == body)
        #expect(error.headerFields[.retryAfter] == "7")
        #expect((error.underlying as? ServiceError)?.type == "bad_request")
        #expect("\(error)".contains("400 Bad Request: \"page must be 1 to 100\" (bad_request)"))
    }

    /// 3: RxMoya holds its provider weakly; one that nobody keeps gives a stream that never ends.
    @Test func runsOnWithoutItsClient() {
        let scheduler = TestScheduler()
        final class Owner: Sendable {
            let client: Client
            init(_ client: Client) { self.client = client }
        }
        var owner: Owner? = Owner(
            makeClient(StubTransport(scheduler: scheduler) { _ in .json(tagsJSON, after: .seconds(1)) }))
        weak let gone = owner
        let tags = owner?.client.send(Tags()) ?? .empty()
        let early = Recording(tags)
        owner = nil
        #expect(gone == nil)
        scheduler.advance(by: .seconds(1))
        #expect(early.isComplete)
        let late = Recording(tags)
        scheduler.advance(by: .seconds(1))
        #expect(late.isComplete)
    }

    /// 4: Alamofire's list for retries has no 429, no jitter and no `Retry-After`.
    @Test func waitsAsLongAsABusyServerWants() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number == 0 ? .status(.tooManyRequests, fields: [.retryAfter: "60"]) : .json("7")
        }
        let policy = RetryPolicy.exponentialBackoff(attempts: 3, jitter: .full(seed: 7))
        let client = makeClient(transport, middleware: [Retry(policy, scheduler: scheduler)])
        let recording = Recording(client.send(Anything<Int>()))
        scheduler.advance(by: .milliseconds(59_999))
        #expect(transport.requests.count == 1)
        scheduler.advance(by: .seconds(60))
        #expect(transport.requests.count == 2)
        #expect(recording.elements == [7])
    }

    /// 5: Moya parses, writes JSON again and decodes that, for a value below a key path.
    @Test func readsAValueBelowAPathOnce() throws {
        struct Counted: Decodable, Sendable {
            static let reads = Log<UInt64>()
            init(from decoder: any Decoder) throws {
                Self.reads.append(try decoder.singleValueContainer().decode(UInt64.self))
            }
        }
        // As a double, as most parsers of untyped JSON keep it, the number would be another one.
        let transport = StubTransport { _ in .json(#"{"data":{"items":[18446744073709551557]},"rest":[1,2]}"#) }
        let endpoint = Endpoint("/a", parser: ResponseParser<[Counted]>.json(at: "data.items"))
        #expect(try makeClient(transport).send(endpoint).wait(timeout: .seconds(30)).count == 1)
        #expect(Counted.reads.entries == [18_446_744_073_709_551_557])
    }

    /// 6: RxCocoa prints credentials unasked, in quotes in which a shell expands `$` and backticks.
    @Test func writesACommandThatNoShellExpands() {
        let request = makeRequest(
            .post, "https://a.example/x?q=$HOME&token=s3cr3t", [.authorization: "Bearer s3cr3t", .accept: "`id`"])
        #expect(
            request.curlCommand(body: HTTPBody("$(id) it's", contentType: "text/plain")) == """
                curl -X 'POST' 'https://a.example/x?q=$HOME&token=<redacted>' -H 'Authorization: <redacted>' \
                -H 'Accept: `id`' -H 'Content-Type: text/plain' --data-raw '$(id) it'\\''s'
                """)
    }

    /// 7: APIKit starts a task and registers it later; a cancellation between the two is lost.
    @Test func canBeDisposedWhileItIsBeingSent() {
        let stop = PublishSubject<Int>()
        let transport = StubTransport(scheduler: TestScheduler()) { _ in
            stop.onNext(0)
            return .json("1")
        }
        let sources = [stop.asObservable(), makeClient(transport).send(Anything<Int>())]
        let recording = Recording(Observable.merge(sources).take(1))
        #expect(recording.elements == [0])
        #expect(recording.isComplete)
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    /// 8: Alamofire reports cancellation as an error.
    @Test func isSilentWhenDisposed() {
        let scheduler = TestScheduler()
        let answers: [StubTransport.Answer] = [
            .json(tagsJSON, after: .seconds(2)), .fail(TransportError(.timeout), after: .seconds(2)),
            .respond(chunks: [.init("x", after: .seconds(2))]), .json("{}", status: 500, after: .seconds(2)),
        ]
        let transport = StubTransport(scheduler: scheduler) { answers[$0.number] }
        let client = makeClient(transport)
        let undelivered = Log<String>()
        let handler: UndeliveredErrors.Handler = { undelivered.append("\($0)") }
        UndeliveredErrors.withHandler(handler) {
            for _ in answers {
                let recording = Recording(client.send(Tags()))
                scheduler.advance(by: .seconds(1))
                recording.subscription.dispose()
                scheduler.advance(by: .seconds(10))
                #expect(recording.events.isEmpty)
            }
        }
        #expect(undelivered.entries.isEmpty)
        #expect(transport.requests.map(\.isCancelled) == [true, true, true, true])
        #expect(scheduler.pendingCount == 0)
    }

    /// 9: Get appends the whole of a relative address as a path, so that its query is escaped.
    @Test func keepsAQueryInThePath() {
        let transport = StubTransport { _ in .json("1") }
        let request = Anything<Int>(path: "/search?sort=stars&q=a%20b", query: ["page": 2])
        #expect(Recording(makeClient(transport).send(request)).isComplete)
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/search?sort=stars&q=a%20b&page=2"])
        #expect(transport.requests.first?.queryItem("q") == "a b")
    }

    /// 10: Alamofire renews twice, and its own interceptor holds up the request that renews.
    @Test func renewsOnceAndNotThroughItself() {
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
        // Some find the old token refused before it is renewed, some meanwhile, and some afterwards.
        let recordings = (0..<5).map { _ in Recording(client.send(Anything<Int>())) }
        scheduler.advance(by: .seconds(10))
        #expect(recordings.map(\.elements) == Array(repeating: [1], count: 5))
        #expect(
            transport.requests.filter { $0.path == "/api/v2/token" }.map { $0.headerFields[.authorization] } == [nil])
        #expect(transport.requests.count == 5 + 1 + 5)
    }
}

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
}

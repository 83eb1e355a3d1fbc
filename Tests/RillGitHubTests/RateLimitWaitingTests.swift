import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// The tests run in virtual time, which starts at 2026-09-21T14:13:00Z by the client's clock.
@Suite struct RateLimitWaitingTests {
    private let scheduler = TestScheduler()
    private let start = Date(timeIntervalSince1970: 1_789_999_980)

    /// Sends a search that is rejected with the given responses before it succeeds, and advances time by five hours.
    ///
    /// Returns the times of the requests in seconds, and the events.
    private func search(
        _ rejections: StubTransport.Response..., attempts: Int = 5, maximumWait: Duration = .seconds(3_660),
        onDecision: (@Sendable (RetryDecision) -> Void)? = nil
    ) -> (sent: [Int?], recorder: Recorder<SearchPage<Repository>>) {
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number < rejections.count
                ? rejections[request.number] : .json(Fixtures.searchResults(Fixtures.bareRepository))
        }
        let waiting = RateLimitWaiting(
            attempts: attempts, maximumWait: maximumWait, scheduler: scheduler, onDecision: onDecision,
            now: { [start, scheduler] in start.addingTimeInterval(scheduler.now / .seconds(1)) })
        let recorder = Recorder(
            GitHubClient(transport: transport, middleware: [waiting]).searchRepositories("rx"))
        scheduler.advance(by: .seconds(18_000))
        #expect(scheduler.pendingCount == 0)
        return (transport.requests.map(\.sent?.tick), recorder)
    }

    private func rejection(
        _ status: HTTPResponse.Status, _ message: String, _ fields: HTTPFields = [:]
    ) -> StubTransport.Response {
        .json(#"{"message":"\#(message)"}"#, status: status, fields: fields)
    }

    private func rejection(fields: HTTPFields, date: String? = nil) -> StubTransport.Response {
        var fields = fields
        fields[.date] = date
        return rejection(403, "API rate limit exceeded for 127.0.0.1.", fields)
    }

    private let secondary = "You have exceeded a secondary rate limit. Please wait a few minutes."

    @Test(arguments: [403, 429])
    func waitsUntilPrimaryLimitResets(code: Int) {
        let response = rejection(
            HTTPResponse.Status(code: code), "API rate limit exceeded", Fixtures.rate(remaining: 0))
        let (sent, recorder) = search(response)
        // 14:13:20 by both clocks.
        #expect(sent == [0, 20])
        #expect(recorder.values.map(\.items.count) == [1])
        #expect(recorder.isCompleted)
    }

    @Test func computesResetByResponseDate() {
        // GitHub's clock is one hour behind: the reset is in 50 seconds, and not 50 minutes ago.
        let fields = Fixtures.rate(remaining: 0, reset: 1_789_996_430)
        let (sent, recorder) = search(rejection(fields: fields, date: "Mon, 21 Sep 2026 13:13:00 GMT"))
        #expect(sent == [0, 50])
        #expect(recorder.isCompleted)
    }

    @Test func waitsUntilHourlyLimitResets() {
        let fields = Fixtures.rate(limit: 60, remaining: 0, reset: 1_789_999_980 + 3_600, resource: "core")
        #expect(search(rejection(fields: fields)).sent == [0, 3_600])
    }

    @Test func waitsAtLeastOneSecond() {
        let past = Fixtures.rate(remaining: 0, reset: 1_789_999_000)
        #expect(search(rejection(fields: past), rejection(fields: past)).sent == [0, 1, 2])
    }

    @Test func waitsForRetryAfterOfSecondaryLimit() {
        var fields = Fixtures.rate(remaining: 7)
        fields[.retryAfter] = "90"
        let (sent, recorder) = search(rejection(403, secondary, fields), rejection(429, secondary, fields))
        #expect(sent == [0, 90, 180])
        #expect(recorder.isCompleted)
    }

    @Test func backsOffFromOneMinuteWithoutRetryAfter() {
        let response = rejection(403, secondary, Fixtures.rate(remaining: 7))
        let (sent, recorder) = search(response, response, rejection(429, secondary), .text("<p>slow</p>", status: 429))
        #expect(sent == [0, 60, 180, 420, 900])
        #expect(recorder.values.count == 1)
        #expect(recorder.isCompleted)
    }

    @Test func detectsLimitInChunkedBody() {
        let body = [UInt8](#"{"message":"\#(secondary)"}"#.utf8)
        let chunks = [body[..<20], body[20...]].map { StubTransport.Response.Chunk(Array($0), after: .seconds(2)) }
        #expect(search(.respond(status: 403, chunks: chunks)).sent == [0, 64])
    }

    @Test func detectsLimitInTruncatedBody() throws {
        let body = [UInt8](#"{"message":"\#(secondary)"}"#.utf8)
        let broken = StubTransport.Response.respond(
            status: 403, chunks: [.init(body)], then: .fail(TransportError(.closedEarly, "gone")))
        #expect(search(broken).sent == [0, 60])
        let unreadable = StubTransport.Response.respond(
            status: 403, chunks: [.init(Array(body.dropLast()))], then: .fail(TransportError(.closedEarly, "gone")))
        let (sent, recorder) = search(unreadable)
        #expect(sent.count == 1)
        #expect(try recorder.failure().status == 403)
    }

    @Test func forwardsLargeErrorResponse() throws {
        let text = String(repeating: "x", count: 200_000)
        let (sent, recorder) = search(.respond(status: 403, chunks: [.init(text), .init("end")]))
        #expect(sent == [0])
        #expect(try recorder.failure().bodyPrefix.hasPrefix("xxx"))
    }

    @Test(arguments: [
        (403, "Resource not accessible by personal access token"), (401, "Bad credentials"), (404, "Not Found"),
        (422, "Validation Failed"), (500, "Server Error"), (503, "Unavailable"),
    ])
    func doesNotRetryOtherErrors(code: Int, message: String) throws {
        let response = rejection(HTTPResponse.Status(code: code), message, Fixtures.rate(remaining: 7))
        let (sent, recorder) = search(response)
        #expect(sent == [0])
        let failure = try recorder.failure()
        #expect(failure.status?.code == code)
        #expect(failure.github?.message == message)
    }

    @Test func doesNotRetryConnectionFailures() throws {
        let (sent, recorder) = search(.fail(TransportError(.couldNotConnect, "refused")))
        #expect(sent == [0])
        #expect(try recorder.failure().stage == .transport)
    }

    @Test func givesUpWhenWaitExceedsMaximum() throws {
        var fields = Fixtures.rate(remaining: 7)
        fields[.retryAfter] = "90"
        let (sent, recorder) = search(rejection(403, secondary, fields), maximumWait: .seconds(89))
        #expect(sent == [0])
        #expect(try recorder.failure().github?.retryAfter == .seconds(90))
    }

    @Test func givesUpWhenResetIsOutOfRange() throws {
        let (sent, recorder) = search(rejection(fields: Fixtures.rate(remaining: 0, reset: .max)))
        #expect(sent == [0])
        #expect(try recorder.failure().github?.exceededLimit == .primary)
    }

    @Test func forwardsLastResponseUnchanged() throws {
        let response = rejection(403, secondary, Fixtures.rate(remaining: 7))
        let (sent, recorder) = search(response, response, response, attempts: 2)
        #expect(sent == [0, 60])
        let failure = try recorder.failure()
        #expect(failure.attempts == 2)
        #expect(!failure.headerFields.contains(.retryAfter))
        #expect(failure.github?.exceededLimit == .secondary)
        #expect(failure.github?.message == secondary)
    }

    @Test func reportsEachDecision() {
        let decisions = Log<RetryDecision>()
        _ = search(rejection(fields: Fixtures.rate(remaining: 0)), onDecision: { decisions.append($0) })
        #expect(decisions.entries.map(\.action) == [.retry(after: .seconds(20))])
        #expect((decisions.entries.first?.error as? APIError)?.status == 403)
    }

    @Test func retriesNonIdempotentRequests() {
        struct Star: Request {
            typealias Response = Void
            var method: HTTPRequest.Method { .post }
            var path: URLPath { "/stars" }
            var body: HTTPBody? { HTTPBody("rill") }
        }
        let transport = StubTransport(scheduler: scheduler) {
            $0.number == 0 ? rejection(fields: Fixtures.rate(remaining: 0)) : .status(.noContent)
        }
        let waiting = RateLimitWaiting(scheduler: scheduler, now: { [start] in start })
        let recorder = Recorder(GitHubClient(transport: transport, middleware: [waiting]).send(Star()))
        scheduler.advance(by: .seconds(60))
        #expect(recorder.isCompleted)
        #expect(transport.requests.map(\.bodyText) == ["rill", "rill"])
    }

    @Test func disposalCancelsWait() {
        let transport = StubTransport(scheduler: scheduler) { _ in
            rejection(fields: Fixtures.rate(remaining: 0))
        }
        let waiting = RateLimitWaiting(scheduler: scheduler, now: { [start] in start })
        let (recorder, subscription) = GitHubClient(transport: transport, middleware: [waiting]).searchRepositories(
            "rx"
        ).record()
        scheduler.advance(by: .seconds(5))
        #expect(scheduler.pendingCount == 1)
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
        scheduler.advance(by: .seconds(60))
        #expect(recorder.events.isEmpty)
        #expect(transport.requests.count == 1)
    }

    @Test func timeoutIncludesWait() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in
            rejection(fields: Fixtures.rate(remaining: 0))
        }
        let client = GitHubClient(
            transport: transport, middleware: [RateLimitWaiting(scheduler: scheduler, now: { [start] in start })],
            timeout: .seconds(10), scheduler: scheduler)
        let recorder = Recorder(client.searchRepositories("rx"))
        scheduler.advance(by: .seconds(60))
        #expect(try recorder.failure().stage == .deadline)
    }
}

import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of failure messages after a `scheduler:` argument of a client or a middleware has been forgotten.
@Suite struct ForgottenClientSchedulerTests {
    let kit = TestKit()

    /// Sends a request over a transport on the clock of the test, and returns the transport and the recording.
    private func send(
        _ response: StubTransport.Response, middleware: [any Middleware] = [], timeout: Duration? = nil,
        attemptTimeout: Duration? = nil
    ) -> (StubTransport, Recording<[Int]>) {
        let transport = StubTransport(
            scheduler: kit.scheduler, responses: ["GET /numbers": response, "GET /numbers": .json("[1]")])
        var endpoint = Endpoint<[Int]>("/numbers")
        endpoint.options.attemptTimeout = attemptTimeout
        let client = Client(
            baseURL: "https://h.example", transport: transport, middleware: middleware, timeout: timeout)
        return (transport, kit.record(disposedAt: 200) { client.send(endpoint) })
    }

    @Test func retryIsNamed() throws {
        let retry = Retry(.constantBackoff(attempts: 2, delay: .seconds(100)))
        let (transport, result) = send(.marbles("-#"), middleware: [retry])
        let text = try #require(transport.exchangeDifference(from: "^#", "--^(h*|)"))
        let sentence = try #require(text.split(separator: "\n").last)
        #expect(sentence.hasPrefix("timer at RillHTTP/Retry.swift:"))
        #expect(sentence.contains(" in the subscription at RillHTTPTestingTests/ForgottenClientSchedulerTests.swift:"))
        #expect(
            sentence.hasSuffix(
                " waits on ConcurrentDispatchQueueScheduler, not on the clock of the test. Pass "
                    + "scheduler: kit.scheduler"))
        #expect(transport.scriptDifference()?.hasSuffix(sentence) == true)
        #expect(result.difference(from: "--(a|)", values: ["a": [1]])?.hasSuffix(sentence) == true)
    }

    @Test func randomDelayIsNamed() throws {
        let (transport, result) = send(.marbles("-#"), middleware: [Retry(scheduler: kit.scheduler)])
        let texts = [
            transport.exchangeDifference(from: "^#", "--^(h*|)"), result.difference(from: "--(a|)", values: ["a": [1]]),
        ]
        for text in texts { #expect(text?.contains("is probably the end of a random delay") == true) }
    }

    @Test func timeoutsAreNamed() {
        let whole = send(.never, timeout: .seconds(100)).1
        #expect(whole.difference(from: "-a", values: ["a": [1]])?.contains("\ndeadline at RillHTTP/") == true)
        let attempt = send(.never, attemptTimeout: .seconds(100)).1
        #expect(attempt.difference(from: "-a", values: ["a": [1]])?.contains("\nattemptTimeout at RillHTTP/") == true)
    }

    @Test func rateLimitIsNamed() {
        let limit = RateLimit(1, per: .seconds(1_000))
        _ = send(.json("[1]"), middleware: [limit])
        let (_, waiting) = send(.json("[1]"), middleware: [limit])
        let difference = waiting.difference(from: "(a|)", values: ["a": [1]])
        #expect(difference?.contains("\nRateLimit at RillMiddleware/") == true)
    }

    @Test func clientOnTheClockIsNotNamed() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-#") }
        let client = Client(
            baseURL: "https://h.example", transport: transport,
            middleware: [Retry(.constantBackoff(attempts: 2, delay: .seconds(3)), scheduler: kit.scheduler)],
            timeout: .seconds(30), scheduler: kit.scheduler)
        _ = kit.record { client.send(Numbers()) }
        #expect(transport.exchangeDifference(from: "^#", "---^#")?.contains("waits on") == false)
    }
}

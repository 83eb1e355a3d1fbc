import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct CancellationDifferenceTests {
    let kit = TestKit()

    /// Returns the cancellation difference of a response that is disposed at a tick.
    private func difference(_ response: StubTransport.Response, disposedAt tick: Int?) -> String? {
        let kit = TestKit()
        let transport = StubTransport(scheduler: kit.scheduler) { _ in response }
        _ = kit.record(disposedAt: tick) { transport.drawn("/search?q=secret") }
        return transport.cancellationDifference()
    }

    @Test(
        arguments: [
            ("--h-!", 4), ("!", 0),  // canceled as drawn
            ("--h|", nil), ("--#", nil), ("--h-", nil),  // without an expected cancellation
            ("--h|", 9),  // disposed after the terminal event
        ] as [(String, Int?)])
    func differenceIsNilWhenCanceledAsDrawn(diagram: String, tick: Int?) {
        #expect(difference(.marbles(diagram), disposedAt: tick) == nil)
    }

    @Test func reportsLateCancellation() {
        #expect(
            difference(.marbles("---h!"), disposedAt: 6) == """
                exchange 1 (GET /search) differs at tick 4: expected '!', got nothing
                expected  ^--h!
                actual    ^--h--!
                              ^
                """)
    }

    @Test(
        arguments: [
            ("---(ha)-!", 3, 3, "expected '(ha)', got '!'", "^--(ha)-!", "^--!"),
            ("---h--!", nil, 6, "expected '!', got nothing", "^--h--!", "^--h---"),
            ("---h--a|", 5, 5, "expected nothing, got '!'", "^--h--a|", "^--h-!"),
        ] as [(String, Int?, Int, String, String, String)])
    func reportsEarlyMissingAndUnexpectedCancellation(
        diagram: String, disposal: Int?, tick: Int, reason: String, expected: String, actual: String
    ) {
        let message = exchangeMessage("/search", tick: tick, reason, expected, actual)
        #expect(difference(.marbles(diagram), disposedAt: disposal) == message)
    }

    @Test func ignoresPendingEventsInTickOfCancellation() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-(hab!)") }
        _ = kit.record { transport.drawn().take(2) }
        #expect(transport.cancellationDifference() == nil)
        #expect(transport.exchangeDifference(from: "^(ha!)") == nil)
    }

    @Test func ignoresResponsesThatWereNotDrawn() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 1 ? .marbles("-!") : .never
        }
        _ = kit.observe(disposedAt: 2) { transport.drawn() }
        #expect(transport.cancellationDifference() == nil)
        _ = kit.observe(subscribedAt: 3) { transport.drawn("/b", method: .delete) }
        try kit.scheduler.run()
        #expect(
            transport.cancellationDifference() == """
                exchange 2 (DELETE /b) differs at tick 4: expected '!', got nothing
                expected  ---^!
                actual    ---^-
                              ^
                """)
    }

    @Test func drawsAllExchanges() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 1 ? .marbles("-!") : .marbles("-h|")
        }
        for _ in 0..<3 { _ = kit.observe { transport.drawn() } }
        try kit.scheduler.run()
        #expect(
            transport.cancellationDifference() == """
                exchange 2 (GET /a) differs at tick 1: expected '!', got nothing
                expected  ^h|
                actual    ^h|
                expected  ^!
                actual    ^-
                           ^
                expected  ^h|
                actual    ^h|
                """)
    }

    @Test func countsTicksFromARequestBetweenTicks() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-h-!") }
        kit.scheduler.advance(by: .milliseconds(500))
        let observers = (0..<2).map { _ in kit.observe { transport.drawn() } }
        kit.scheduler.advance(by: .seconds(3))
        observers[0].dispose()
        #expect(
            transport.cancellationDifference() == """
                exchange 2 (GET /a) differs at tick 3 + 0.5 seconds: expected '!', got nothing
                expected  ^ at tick 0 + 0.5 seconds, h at tick 1 + 0.5 seconds, ! at tick 3 + 0.5 seconds
                actual    ^ at tick 0 + 0.5 seconds, h at tick 1 + 0.5 seconds, ! at tick 3 + 0.5 seconds
                expected  ^ at tick 0 + 0.5 seconds, h at tick 1 + 0.5 seconds, ! at tick 3 + 0.5 seconds
                actual    ^ at tick 0 + 0.5 seconds, h at tick 1 + 0.5 seconds
                """)
    }

    @Test func differenceIsNilWithoutTestScheduler() {
        let transport = StubTransport { _ in .never }
        _ = kit.record(disposedAt: 2) { transport.drawn() }
        #expect(transport.cancellationDifference() == nil)
    }
}

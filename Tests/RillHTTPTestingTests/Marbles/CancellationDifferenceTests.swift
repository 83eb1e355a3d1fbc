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

    @Test func differenceIsNilWhenCanceledAsDrawn() {
        #expect(difference(.marbles("--h-!"), disposedAt: 4) == nil)
        #expect(difference(.marbles("!"), disposedAt: 0) == nil)
    }

    @Test func differenceIsNilWithoutExpectedCancellation() {
        #expect(difference(.marbles("--h|"), disposedAt: nil) == nil)
        #expect(difference(.marbles("--#"), disposedAt: nil) == nil)
        #expect(difference(.marbles("--h-"), disposedAt: nil) == nil)
    }

    @Test func differenceIsNilWhenDisposedAfterTerminalEvent() {
        #expect(difference(.marbles("--h|"), disposedAt: 9) == nil)
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

    @Test func reportsEarlyCancellation() {
        #expect(
            difference(.marbles("---(ha)-!"), disposedAt: 3) == """
                exchange 1 (GET /search) differs at tick 3: expected '(ha)', got '!'
                expected  ^--(ha)-!
                actual    ^--!
                             ^
                """)
    }

    @Test func reportsMissingCancellation() {
        #expect(
            difference(.marbles("---h--!"), disposedAt: nil) == """
                exchange 1 (GET /search) differs at tick 6: expected '!', got nothing
                expected  ^--h--!
                actual    ^--h---
                                ^
                """)
    }

    @Test func reportsUnexpectedCancellation() {
        #expect(
            difference(.marbles("---h--a|"), disposedAt: 5) == """
                exchange 1 (GET /search) differs at tick 5: expected nothing, got '!'
                expected  ^--h--a|
                actual    ^--h-!
                               ^
                """)
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

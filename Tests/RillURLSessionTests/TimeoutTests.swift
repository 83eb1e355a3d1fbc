import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@testable import RillHTTPTypes
@testable import RillURLSession

/// Tests timeouts, which URLSession on Linux truncates, ignores, or applies to requests that have not been sent.
@Suite struct TimeoutTests {
    private func options(_ change: (inout TransportOptions) -> Void) -> TransportOptions {
        var options = TransportOptions()
        change(&options)
        return options
    }

    @Test func timeoutsSupportFractionsOfSecond() throws {
        let server = try LoopbackServer { request in request.path == "/quick" ? .text("ok") : .stall }
        defer { server.stop() }
        let transport = URLSessionTransport(
            options: options {
                $0.connectTimeout = .milliseconds(100)
                $0.responseTimeout = .milliseconds(800)
            })
        // If URLSession truncated the timeouts to zero, this request would also fail.
        #expect(try transport.response(to: server.request(.get, "/quick")).text == "ok")
        let start = ContinuousClock.now
        let error = try transport.failure(server.request())
        #expect(error.code == .timeout)
        #expect(error.reason == .firstByte)
        #expect(ContinuousClock.now - start >= .milliseconds(900))
    }

    @Test func waitingForConnectionDoesNotTimeOut() throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .steps([.wait(for: gate), .head(.length(0)), .finish()]) : .text("ok")
        }
        defer { server.stop() }
        let clock = TestScheduler()
        let transport = URLSessionTransport(
            options: options {
                $0.scheduler = clock
                $0.maximumConnectionsPerHost = 1
                $0.connectTimeout = .seconds(500)
                $0.responseTimeout = .seconds(500)
            })
        let counter = Counter()
        for path in ["/first", "/second"] {
            _ = transport.send(server.request(.get, path), body: nil).subscribe { event in
                if case .completed = event { counter.add("completed") }
            }
            if path == "/first" { try server.waitForRequests(1, timeout: limit) }
        }
        clock.advance(by: .seconds(900))
        gate.open()
        #expect(counter.wait(for: 2, "completed"))
    }

    @Test func deadlineIsEarlierOfPhaseAndTotalTimeout() {
        let options = options {
            $0.connectTimeout = .seconds(30)
            $0.responseTimeout = .seconds(60)
            $0.idleTimeout = .seconds(10)
            $0.totalTimeout = .seconds(95)
        }
        var clock = URLSessionClock(options, startedAt: .zero)
        #expect(clock.due(now: .zero)?.error?.reason == .total)
        clock.phase = .connecting(since: .seconds(1))
        #expect(clock.due(now: .seconds(2))?.at == .seconds(61))
        #expect(clock.due(now: .seconds(2))?.error == nil)
        #expect(clock.due(now: .seconds(61))?.at == .seconds(91))
        #expect(clock.due(now: .seconds(61))?.error?.reason == .firstByte)
        clock.phase = .sending(since: .seconds(20))
        #expect(clock.due(now: .seconds(21))?.at == .seconds(80))
        clock.phase = .receiving(since: .seconds(50))
        #expect(clock.due(now: .seconds(51))?.error?.reason == .betweenBytes)
        clock.phase = .paused
        #expect(clock.due(now: .seconds(51))?.error == nil)
        #expect(clock.due(now: .seconds(90))?.at == .seconds(95))
    }
}

import Rill
import RillHTTP
import RillHTTPTesting
import Testing

@testable import RillHTTPTypes
@testable import RillURLSession

#if os(Linux)
    @testable import RillCurl
#endif

/// Tests subscribers that pause or that process chunks more slowly than the server sends them.
@Suite struct BackPressureTests {
    #if os(Linux)
        @Test func subscriberPausedTooLongFailsWithTooLarge() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 512 << 20) }
            defer { server.stop() }
            let failed = Counter()
            let source = URLSessionTransport().send(server.request(), body: nil)
            // The subscription is paused and never resumed.
            let paused = PausableSubscription(source, "test") { event in
                if let error = event.error as? TransportError, error.code == .tooLarge,
                    error.text.contains("CurlTransport")
                {
                    failed.add("failed")
                }
            }
            paused.open()
            paused.pause()
            #expect(failed.wait(for: 1, "failed"))
        }
    #endif

    @Test func slowSubscriberReceivesAllChunksInOrder() throws {
        let server = try LoopbackServer { _ in .pattern(byteCount: 4 << 20) }
        defer { server.stop() }
        let values = URLSessionTransport().send(server.request(), body: nil).observeOn(
            SerialDispatchQueueScheduler(), bufferSize: 4)
        let body = try ReceivedResponse(values.toArray().wait(timeout: limit)).body
        #expect(body.count == 4 << 20)
        #expect(body.enumerated().allSatisfy { $1 == LoopbackServer.patternByte(at: $0) })
    }

    /// A log of the results of an exchange's state machine.
    private struct Probe {
        var inbox = URLSessionInbox()
        var log: [String] = []

        mutating func note(_ startsDelivery: Bool) { log.append(startsDelivery ? "start" : "-") }

        mutating func step() {
            switch inbox.next() {
            case .deliver: log.append("deliver")
            case .end(let error): log.append(error.map { "\($0.code)" } ?? "completed")
            case .idle: log.append("idle")
            }
        }
    }

    @Test func terminalEventFollowsAllChunksAfterPause() {
        var probe = Probe()
        probe.note(probe.inbox.enqueue(.event(.chunk([1]))))
        probe.inbox.pause()
        probe.note(probe.inbox.enqueue(.event(.chunk([2]))))
        probe.step()
        probe.note(probe.inbox.finish(nil))
        #expect(probe.log == ["start", "-", "idle", "-"])
        #expect(probe.inbox.bufferedBytes == 2)
        probe.log = []
        probe.note(probe.inbox.resume())
        for _ in 0..<3 { probe.step() }
        #expect(probe.log == ["start", "deliver", "deliver", "completed"])
        #expect(probe.inbox.isFinished)
    }

    @Test func firstTerminalEventWins() {
        var probe = Probe()
        probe.note(probe.inbox.finish(nil))
        probe.note(probe.inbox.finish(TransportError(.other), discardingPending: true))
        probe.note(probe.inbox.enqueue(.event(.chunk([3]))))
        for _ in 0..<2 { probe.step() }
        #expect(probe.log == ["start", "-", "-", "completed", "idle"])
    }

    @Test func immediateFailureDiscardsPendingChunks() {
        var probe = Probe()
        probe.inbox.pause()
        probe.note(probe.inbox.enqueue(.event(.chunk([1]))))
        probe.note(probe.inbox.finish(TransportError(.cancelled), discardingPending: true))
        probe.step()
        #expect(probe.log == ["-", "start", "cancelled"])
    }

    @Test func cancelledInboxDeliversNothing() {
        var probe = Probe()
        probe.note(probe.inbox.enqueue(.event(.chunk([1]))))
        probe.inbox.cancel()
        probe.note(probe.inbox.finish(nil))
        probe.step()
        #expect(probe.log == ["start", "-", "idle"])
    }
}

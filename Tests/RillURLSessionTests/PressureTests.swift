import Rill
import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    @testable import RillURLSession
#else
    @testable import RillHTTP
#endif

/// Readers that do not read.
@Suite struct PressureTests {
    #if os(Linux)
        @Test func aReaderThatIsPausedTooLongFailsAndNamesTheCause() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 512 << 20) }
            defer { server.stop() }
            let failed = Counter()
            let source = URLSessionTransport().send(server.request(), body: nil)
            // Beneath a boundary that takes one value, and asks for no more.
            let held = HeldSource(source, "test") { event in
                if let error = event.error as? TransportError, error.code == .tooLarge,
                    error.text.contains("CurlTransport")
                {
                    failed.add("failed")
                }
            }
            held.open()
            held.pause()
            #expect(failed.wait(for: 1, "failed"))
        }
    #endif

    @Test func aReaderThatPausesNowAndThenGetsAllInOrder() throws {
        let server = try LoopbackServer { _ in .pattern(byteCount: 4 << 20) }
        defer { server.stop() }
        let values = URLSessionTransport().send(server.request(), body: nil).observeOn(
            SerialDispatchQueueScheduler(), bufferSize: 4)
        let body = try Answer(values.toArray().wait(timeout: limit)).body
        #expect(body.count == 4 << 20)
        #expect(body.enumerated().allSatisfy { $1 == LoopbackServer.patternByte(at: $0) })
    }

    /// What the state machine of one exchange is told, and what it answers.
    private struct Probe {
        var inbox = URLSessionInbox()
        var log: [String] = []

        mutating func note(_ begins: Bool) { log.append(begins ? "begin" : "-") }

        mutating func step() {
            switch inbox.next() {
            case .deliver: log.append("deliver")
            case .end(let error): log.append(error.map { "\($0.code)" } ?? "completed")
            case .rest: log.append("rest")
            }
        }
    }

    @Test func theEndIsToldToAPausedReaderBehindAllChunks() {
        var probe = Probe()
        probe.note(probe.inbox.put(.chunk([1])))
        probe.inbox.park()
        probe.note(probe.inbox.put(.chunk([2])))
        probe.step()
        probe.note(probe.inbox.finish(nil))
        #expect(probe.log == ["begin", "-", "rest", "-"])
        #expect(probe.inbox.waitingBytes == 2)
        probe.log = []
        probe.note(probe.inbox.unpark())
        for _ in 0..<3 { probe.step() }
        #expect(probe.log == ["begin", "deliver", "deliver", "completed"])
        #expect(probe.inbox.isOver)
    }

    @Test func theFirstEndWins() {
        var probe = Probe()
        probe.note(probe.inbox.finish(nil))
        probe.note(probe.inbox.finish(TransportError(.other), atOnce: true))
        probe.note(probe.inbox.put(.chunk([3])))
        for _ in 0..<2 { probe.step() }
        #expect(probe.log == ["begin", "-", "-", "completed", "rest"])
    }

    @Test func anEndAtOnceDropsWhatWaits() {
        var probe = Probe()
        probe.inbox.park()
        probe.note(probe.inbox.put(.chunk([1])))
        probe.note(probe.inbox.finish(TransportError(.cancelled), atOnce: true))
        probe.step()
        #expect(probe.log == ["-", "begin", "cancelled"])
    }

    @Test func whatWasAbandonedIsSilent() {
        var probe = Probe()
        probe.note(probe.inbox.put(.chunk([1])))
        probe.inbox.abandon()
        probe.note(probe.inbox.finish(nil))
        probe.step()
        #expect(probe.log == ["begin", "-", "rest"])
    }
}

import Dispatch
import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct StubTransportBackPressureTests {
    let kit = TestKit()

    /// Returns an observable that pauses the source for three ticks after each event.
    private func slowly(_ transport: StubTransport) -> Observable<String> {
        transport.drawn().concatMap { [kit] in .just($0).delay(.seconds(3), scheduler: kit.scheduler) }
    }

    @Test func buffersEventsForAPausedSubscriber() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("h-a-b|") }
        expectMarbles(kit.record { slowly(transport) }, "---h--a--(b|)", values: ["h": "200", "a": "a", "b": "b"])
        #expect(transport.exchangeDifference(from: "(^h)--a--b--|") == nil)
        #expect(transport.requests.map(\.state) == [.ended])
    }

    @Test func buffersTheRestOfAGroup() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-(hab#)") }
        expectMarbles(
            kit.record { slowly(transport) }, "----h--a--(b#)", values: ["h": "200", "a": "a", "b": "b"],
            error: TransportError(.closedEarly))
        #expect(transport.exchangeDifference(from: "^h--a--b--#") == nil)
    }

    @Test func sendsEventsOnTimeAfterThePause() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("h-a-------b|") }
        _ = kit.record { slowly(transport) }
        #expect(transport.exchangeDifference(from: "(^h)--a------b--|") == nil)
    }

    @Test func dropsBufferedEventsWhenDisposed() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("h-(ab)---c|") }
        expectMarbles(kit.record(disposedAt: 5) { slowly(transport) }, "---h", values: ["h": "200"])
        #expect(transport.exchangeDifference(from: "(^h)--a-!") == nil)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func preservesOrderWhenClockAdvancesDuringDelivery() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-(ha)b-c|") }
        let moves = Box(1)
        let result = kit.observe { [kit] in
            transport.drawn().do(onNext: { _ in
                if moves.value > 0 {
                    moves.value -= 1
                    kit.scheduler.advance(toTick: 9)
                }
            })
        }
        try kit.scheduler.run()
        #expect(result.recording.values == ["200", "a", "b", "c"])
        #expect(result.recording.isCompleted)
    }

    @Test func deliversAllChunksThroughObserveOn() {
        let transport = StubTransport { _ in .respond(chunks: Array(repeating: "x", count: 5_000)) }
        let result = kit.record { [kit] in transport.drawn().observeOn(kit.scheduler) }
        #expect(result.values.count == 5_001)
        #expect(result.isCompleted)
    }

    @Test func deliversAllChunksToAnAsyncSequence() async throws {
        let transport = StubTransport { _ in .respond(chunks: Array(repeating: "x", count: 5_000)) }
        var count = 0
        for try await _ in transport.drawn().values { count += 1 }
        #expect(count == 5_001)
    }

    @Test func preservesOrderBetweenThreads() {
        // The events are due on this thread, while the other thread drains the buffered events.
        let chunks = (0..<20_000).map { StubTransport.Response.Chunk("\($0),", after: .seconds(1)) }
        let transport = StubTransport { _ in .respond(chunks: chunks) }
        let recorder = Recorder<String>()
        recorder.record(transport.drawn().observeOn(SerialDispatchQueueScheduler(qos: .utility)))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(recorder.isCompleted)
        #expect(recorder.values == ["200"] + (0..<20_000).map { "\($0)," })
    }
}

import Dispatch
import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests request coalescing with concurrent threads and with subscribers of different speeds.
@Suite struct RequestCoalescingRaceTests {
    private let limit = Duration.seconds(30)

    /// Returns an observable that emits numbered chunks of 1 KiB with back-pressure and logs each emitted chunk.
    private func chunks(_ count: Int, emitted: Log<Int>) -> Observable<TransportEvent> {
        .unfold(0) { index in
            guard index <= count else { return nil }
            guard index > 0 else { return (.head(HTTPResponse(status: .ok)), 1) }
            emitted.append(index)
            return (.chunk(Array(repeating: UInt8(index & 255), count: 1_024)), index + 1)
        }
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func pausesSourceForSlowestSubscriber() throws {
        let emitted = Log<Int>()
        let shared = ClosureTransport { _, _ in chunks(1_000, emitted: emitted) }.coalescing(replayLimit: 10 * 1_024)
        let scheduler = TestScheduler()
        // The scheduler boundary buffers some events and then pauses the source.
        let slow = RecordedExchange(shared.send(get(), body: nil).observeOn(scheduler, bufferSize: 4))
        let count = emitted.entries.count
        #expect(count > 4 && count < 40)
        scheduler.advance(by: .zero)
        #expect(slow.response?.utf8.count ?? 0 > 0)
        #expect(emitted.entries.count == 1_000)
        let expected: [UInt8] = (1...1_000).map { UInt8($0 & 255) }
        #expect(slow.chunks.map { $0[0] } == expected)
    }

    @Test func buffersForSlowSubscriberWithoutBackPressure() throws {
        let source = PublishSubject<TransportEvent>()
        let shared = ClosureTransport { _, _ in source.asObservable() }.coalescing(replayLimit: 64 * 1_024)
        let scheduler = TestScheduler()
        let fast = RecordedExchange(shared.send(get(), body: nil))
        let slow = RecordedExchange(shared.send(get(), body: nil).observeOn(scheduler, bufferSize: 2))
        source.onNext(.head(HTTPResponse(status: .ok)))
        // A subject ignores back-pressure, so all chunks are buffered for the slow subscriber.
        for index in 0..<1_000 { source.onNext(.chunk([UInt8(index & 255)])) }
        source.onCompleted()
        #expect(fast.isCompleted)
        #expect(slow.chunks.isEmpty)
        scheduler.advance(by: .zero)
        #expect(slow.isCompleted)
        #expect(slow.chunks == fast.chunks)
    }

    @Test func concurrentSubscribersGetCompleteResponses() throws {
        let server = TestServer()
        let shared = ClosureTransport { _, _ in server.response }.coalescing(replayLimit: 8 * 1_024)
        let failures = Log<String>()
        let shares = Log<Int>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<150 {
                let exchange = shared.send(get("https://a.example/\(round % 3)"), body: nil)
                switch (thread + round) % 5 {
                case 0:
                    let subscription = exchange.subscribe()
                    subscription.dispose()
                case 1:
                    let recorder = Recorder<TransportEvent>()
                    recorder.record(exchange.take(3))
                    if !recorder.waitForEnd(timeout: limit) { failures.append("a partial exchange did not end") }
                case 2 where round % 10 == 0:
                    let recorder = Recorder<TransportEvent>()
                    recorder.record(shared.send(makeRequest(.put, "https://a.example/0"), body: nil))
                    if !recorder.waitForEnd(timeout: limit) { failures.append("a PUT did not end") }
                default:
                    let recorder = Recorder<TransportEvent>()
                    recorder.record(exchange)
                    guard recorder.waitForEnd(timeout: limit), recorder.isCompleted else {
                        failures.append("an exchange did not end")
                        continue
                    }
                    if recorder.values != TestServer.events { failures.append("\(recorder.values.count) events") }
                    shares.append(1)
                }
            }
        }
        #expect(failures.entries == [])
        #expect(shares.entries.count > 600)
    }

    /// A server that responds on its own queue, chunk by chunk.
    private struct TestServer: Sendable {
        static let events: [TransportEvent] =
            [.head(HTTPResponse(status: .ok))] + (0..<20).map { .chunk(Array(repeating: UInt8($0), count: 700)) }

        let response = Observable.from(events).observeOn(ConcurrentDispatchQueueScheduler(), bufferSize: 2)
    }
}

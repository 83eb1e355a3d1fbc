import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rules of `EventContract.md` in many orders of events of two sources, a timer, and disposal.
///
/// Each of them runs on its own simulated thread, which can be preempted during events, subscriptions, and disposals.
@Suite("Contract 1 and 2: orders of threads", .disabledUnderThreadSanitizer("single-threaded"))
struct OrderTests {
    /// The maximum number of orders per operator.
    ///
    /// Almost all operators have fewer than 1,000.
    private static let limit = 100

    @Test("2.6 disposal satisfies rules 1.1, 1.3 and 2.3 in each order", .contract, arguments: MultiInputCase.all)
    func disposalInEachOrder(entry: MultiInputCase) {
        let report = Interleavings(limit: Self.limit).run { order in
            let census = Census()
            let sources = Self.sources(census, order)
            let subscriber = order.scheduler("subscriber")
            let subscription = SerialState(Disposable.none)
            let recording = OrderRecording(order)
            order.perform(on: subscriber) {
                subscription.value = recording.subscribe(to: Self.stream(entry, sources, order))
            }
            order.perform(on: subscriber, after: .seconds(2)) {
                // Otherwise, the terminal event is already being delivered.
                let isActive = !subscription.value.isDisposed
                subscription.value.dispose()
                recording.isDisposed.value = isActive
            }
            try order.run()
            order.expect(recording.faults.entries.isEmpty, "\(recording.faults.entries)")
            order.expect(census.isBalanced, "a source is not disposed")
            for source in sources { source.removeObservers() }
        }
        #expect(report.failure == nil, "\(report)")
    }

    @Test(
        "1.1 completed sources complete their result in each order", .contract,
        arguments: MultiInputCase.all.filter { $0.testDescription != "poll" })
    func completionInEachOrder(entry: MultiInputCase) {
        let report = Interleavings(limit: Self.limit).run { order in
            let census = Census()
            let sources = Self.sources(census, order)
            let recording = OrderRecording(order)
            order.perform(on: order.scheduler("subscriber")) {
                _ = recording.subscribe(to: Self.stream(entry, sources, order))
            }
            for time in 4...12 {
                order.perform(on: order.scheduler("end"), after: .seconds(time)) {
                    for source in sources { source.send(.completed) }
                }
            }
            try order.run()
            order.expect(recording.faults.entries.isEmpty, "\(recording.faults.entries)")
            order.expect(recording.recorder.hasEnded, "\(recording.recorder.events)")
            order.expect(census.isBalanced, "a source is not disposed")
            for source in sources { source.removeObservers() }
        }
        #expect(report.failure == nil, "\(report)")
    }

    /// Creates two sources, each of which sends an element at 1, 2, and 3 seconds.
    private static func sources(_ census: Census, _ order: Interleaving) -> [CountedSource] {
        (0..<2).map { number in
            let source = CountedSource(
                census, onSubscribe: { order.preemptionPoint() }, onDispose: { order.preemptionPoint() })
            for time in 1...3 {
                order.perform(on: order.scheduler("source \(number)"), after: .seconds(time)) {
                    source.send(.next(number * 10 + time))
                }
            }
            return source
        }
    }

    private static func stream(
        _ entry: MultiInputCase, _ sources: [CountedSource], _ order: Interleaving
    ) -> Observable<Int> {
        entry.build(sources[0].observable, sources[1].observable, order.scheduler("timers"), .seconds(1))
    }
}

/// Records the events of a subscription, and the violations of the contract.
private final class OrderRecording: Sendable {
    let recorder = Recorder<Int>()
    let faults = Log<String>()
    let isDisposed = SerialState(false)
    private let order: Interleaving

    init(_ order: Interleaving) {
        self.order = order
    }

    func subscribe(to stream: Observable<Int>) -> Disposable {
        let overlap = OverlapDetector()
        let ignore: UndeliveredErrors.Handler = { _ in }
        return UndeliveredErrors.withHandler(ignore) {
            stream.subscribe { [self] event in
                overlap.deliver {
                    if isDisposed.value { faults.append("\(event) after the disposal") }
                    if recorder.hasEnded { faults.append("\(event) after the end") }
                    order.preemptionPoint()
                    recorder.receive(event)
                } onOverlap: {
                    faults.append("\(event) during another event")
                }
            }
        }
    }
}

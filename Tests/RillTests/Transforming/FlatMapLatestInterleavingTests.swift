import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct FlatMapLatestInterleavingTests {
    /// Runs a source with two elements whose inner observables emit on separate threads.
    private func run(_ order: Interleaving, check: (Recorder<Int>) -> Void) throws {
        let (source, inner) = (PublishSubject<Int>(), [PublishSubject<Int>(), PublishSubject<Int>()])
        let recorder = Recorder<Int>()
        let (isDelivering, overlaps) = (Log<Bool>(), Log<Int>())
        let latest = source.flatMapLatest { index in
            order.preemptionPoint()
            return inner[index].asObservable()
        }
        recorder.record(
            latest.do(onNext: { element in
                if isDelivering.entries.last == true { overlaps.append(element) }
                isDelivering.append(true)
                order.preemptionPoint()
                isDelivering.append(false)
            }))
        let outer = order.scheduler("source")
        for index in inner.indices { order.perform(on: outer) { source.onNext(index) } }
        order.perform(on: outer) { source.onCompleted() }
        for (index, subject) in inner.enumerated() {
            let thread = order.scheduler("inner \(index)")
            order.perform(on: thread) { subject.onNext(index) }
            order.perform(on: thread) { subject.onCompleted() }
        }
        try order.run()
        order.expect(overlaps.entries.isEmpty, "\(overlaps.entries) arrived during another element")
        check(recorder)
    }

    @Test func switchesInAllOrders() {
        let report = Interleavings().run { order in
            try run(order) { recorder in
                order.expect([[], [0], [1], [0, 1]].contains(recorder.values), "\(recorder.events)")
                order.expect(recorder.isCompleted, "\(recorder.events)")
            }
        }
        #expect(report.isComplete && report.count > 500, "\(report)")
    }
}

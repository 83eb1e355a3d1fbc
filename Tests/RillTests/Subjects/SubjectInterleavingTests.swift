import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SubjectInterleavingTests {
    /// Uses two senders, a subscriber from the start, a late subscriber, and a subscriber that leaves.
    @Test func subscribersReceiveElementsInTheSameOrder() {
        let report = Interleavings(limit: 1_000).run { order in
            let subject = ReplaySubject<Int>(bufferSize: 10)
            let elements = subject.do(onNext: { _ in order.preemptionPoint() })
            let (early, late, leaving) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
            early.record(elements)
            let subscription = leaving.record(elements)
            for (name, element) in [("first", 1), ("second", 2)] {
                order.perform(on: order.scheduler(name)) { subject.onNext(element) }
                order.perform(on: order.scheduler(name)) { subject.onNext(element * 10) }
            }
            order.perform(on: order.scheduler("late")) { late.record(elements) }
            order.perform(on: order.scheduler("leaving")) { subscription.dispose() }
            try order.run()
            order.expect(early.values.sorted() == [1, 2, 10, 20], "\(early.values)")
            order.expect(late.values == early.values, "\(late.values) instead of \(early.values)")
            order.expect(early.values.starts(with: leaving.values), "\(leaving.values) instead of \(early.values)")
        }
        #expect(report.failure == nil && report.count == 1_000, "\(report)")
    }
}

import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct ShareInterleavingTests {
    /// Returns a source that counts its connections and can be preempted while it is being connected or disconnected.
    private static func counted(
        _ source: Observable<Int>, _ order: Interleaving, _ starts: Log<Void>, _ ends: Log<Void>
    ) -> Observable<Int> {
        .create { observer in
            starts.append(())
            order.preemptionPoint()
            let subscription = source.subscribe { observer.on($0) }
            return Disposable {
                order.preemptionPoint()
                subscription.dispose()
                ends.append(())
            }
        }
    }

    /// Two subscribers subscribe and one of them leaves, while the source emits two elements and completes.
    @Test(arguments: [0, 1, 2])
    func subscribersReceiveConsecutiveElementsInAllOrders(replay: Int) {
        let report = Interleavings().run { order in
            let (starts, ends) = (Log<Void>(), Log<Void>())
            let source = PublishSubject<Int>()
            let shared = Self.counted(source.asObservable(), order, starts, ends).share(replay: replay)
            let (network, first, second) = (
                order.scheduler("network"), order.scheduler("first"), order.scheduler("second")
            )
            order.perform(on: network) { source.onNext(1) }
            order.perform(on: network) { source.onNext(2) }
            order.perform(on: network) { source.onCompleted() }
            let (stays, leaves) = (Recorder<Int>(), Recorder<Int>())
            order.perform(on: first) { stays.record(shared) }
            let subscription = Log<Disposable>()
            order.perform(on: second) { subscription.append(leaves.record(shared)) }
            order.perform(on: second) { subscription.entries[0].dispose() }
            try order.run()
            for recorder in [stays, leaves] {
                order.expect([[], [1], [2], [1, 2]].contains(recorder.values), "\(recorder.events)")
            }
            order.expect(stays.isCompleted, "\(stays.events)")
            order.expect(leaves.events.count(where: \.isTerminal) <= 1, "\(leaves.events)")
            order.expect(ends.entries.count == starts.entries.count, "a connection is open")
        }
        #expect(report.isComplete && report.count > 400, "\(report)")
    }

    @Test func departuresEndKeptConnectionInAllOrders() {
        let report = Interleavings().run { order in
            let (starts, ends) = (Log<Void>(), Log<Void>())
            let timers = order.scheduler("timers")
            let shared = Self.counted(.never(), order, starts, ends)
                .share(keepAlive: .seconds(3), scheduler: PreemptedScheduler(order: order, base: timers))
            for name in ["first", "second"] {
                order.perform(on: order.scheduler(name)) { shared.subscribe().dispose() }
            }
            try order.run()
            order.expect(starts.entries.count == 1 && ends.entries.count == 1, "a connection is open")
        }
        #expect(report.isComplete && report.count == 8, "\(report)")
    }

    /// A scheduler whose methods can be preempted by other threads.
    private struct PreemptedScheduler: Scheduler {
        let order: Interleaving
        let base: TestScheduler

        var now: Duration { base.now }

        func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { schedule(after: .zero, work) }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
            order.preemptionPoint()
            let handle = base.schedule(after: delay, work)
            order.preemptionPoint()
            return handle
        }
    }
}

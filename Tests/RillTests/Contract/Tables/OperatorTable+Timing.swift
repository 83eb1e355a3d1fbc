import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Timing/` and `Scheduling/`.
    static let timing: [OperatorCase] = [
        OperatorCase(
            name: "delay", output: [1, 2, 3], build: { $0.delay(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "delaySubscription", output: [1, 2, 3],
            build: { $0.delaySubscription(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "timeout", output: [1, 2, 3], build: { $0.timeout(.seconds(1), scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "timeout", variant: "with another source", output: [1, 2, 3],
            build: { $0.timeout(.seconds(1), other: .just(9), scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "timeout", variant: "as the other source", output: [1, 2, 3],
            build: { Observable.never().timeout(.seconds(1), other: $0, scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "deadline", output: [1, 2, 3], build: { $0.deadline(.seconds(1), scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "debounce", output: [1, 2, 3],
            build: { $0.debounce(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "debounce", variant: "of a burst", output: [3],
            build: { $0.debounce(.seconds(1), scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "throttle", output: [1, 3], build: { $0.throttle(.seconds(1), scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "throttle", variant: "first", output: [1],
            build: { $0.throttle(.seconds(1), latest: false, scheduler: FrozenScheduler()) }),
        OperatorCase(name: "observeOn", output: [1, 2, 3], build: { $0.observeOn(ImmediateScheduler.shared) }),
        OperatorCase(
            name: "observeOn", variant: "a queue", output: [1, 2, 3], isSynchronous: false,
            build: { $0.observeOn(SerialDispatchQueueScheduler()) }),
        OperatorCase(
            name: "observeOn", variant: "a concurrent queue", output: [1, 2, 3], isSynchronous: false,
            build: { $0.observeOn(ConcurrentDispatchQueueScheduler()) }),
        OperatorCase(name: "subscribeOn", output: [1, 2, 3], build: { $0.subscribeOn(ImmediateScheduler.shared) }),
    ]
}

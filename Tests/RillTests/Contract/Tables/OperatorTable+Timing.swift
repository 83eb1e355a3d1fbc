import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Timing/` and `Scheduling/`.
    static let timing: [OperatorCase] = [
        .init("delay", [1, 2, 3], { $0.delay(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        .init(
            "delaySubscription", [1, 2, 3],
            { $0.delaySubscription(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        .init("timeout", [1, 2, 3], { $0.timeout(.seconds(1), scheduler: FrozenScheduler()) }),
        .init(
            "timeout with another source", [1, 2, 3],
            { $0.timeout(.seconds(1), other: .just(9), scheduler: FrozenScheduler()) }),
        .init(
            "timeout as the other source", [1, 2, 3],
            { Observable.never().timeout(.seconds(1), other: $0, scheduler: ImmediateScheduler.shared) }),
        .init("deadline", [1, 2, 3], { $0.deadline(.seconds(1), scheduler: FrozenScheduler()) }),
        .init("debounce", [1, 2, 3], { $0.debounce(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        .init("debounce of a burst", [3], { $0.debounce(.seconds(1), scheduler: FrozenScheduler()) }),
        .init("throttle", [1, 3], { $0.throttle(.seconds(1), scheduler: FrozenScheduler()) }),
        .init("throttle first", [1], { $0.throttle(.seconds(1), latest: false, scheduler: FrozenScheduler()) }),
        .init("observeOn", [1, 2, 3], { $0.observeOn(ImmediateScheduler.shared) }),
        .init("observeOn a queue", [1, 2, 3], isSynchronous: false, { $0.observeOn(SerialDispatchQueueScheduler()) }),
        .init(
            "observeOn a concurrent queue", [1, 2, 3], isSynchronous: false,
            { $0.observeOn(ConcurrentDispatchQueueScheduler()) }),
        .init("subscribeOn", [1, 2, 3], { $0.subscribeOn(ImmediateScheduler.shared) }),
    ]
}

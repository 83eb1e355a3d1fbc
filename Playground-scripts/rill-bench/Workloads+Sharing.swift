import Dispatch
import Rill
import RillBenchStages

extension Workload {
    /// A chain of 100 operators, each of which the compiler cannot inline.
    static let longChain = Workload(name: "long-chain", count: size, expected: rangeSum + 100 * size) {
        let sum = Sum()
        _ = (0..<100).reduce(numbers(size)) { source, _ in plusOne(source) }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    /// A source that fails three times before it succeeds.
    static let retry = Workload(name: "retry", count: size / 4, expected: size / 4) {
        let sum = Sum()
        for _ in 0..<size / 4 {
            let attempts = Sum()
            _ = Observable<Int>.deferred {
                attempts.add(1)
                return attempts.value <= 3 ? .error(WorkloadError()) : .just(1)
            }
            .retry(4).subscribe(onNext: { sum.add($0) })
        }
        return sum.value
    }

    /// Eleven subscribers of a shared source, the last of which subscribes after the elements.
    static let shareReplay = Workload(name: "share-replay", count: size, expected: 10 * rangeSum + size - 1) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let shared = subject.asObservable().share(replay: 1)
        var subscriptions = (0..<10).map { _ in shared.subscribe(onNext: { sum.add($0) }) }
        for number in 0..<size { subject.onNext(number) }
        subscriptions.append(shared.subscribe(onNext: { sum.add($0) }))
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }

    /// An asynchronous loop over the elements of a stream.
    static let values = Workload(name: "values", count: size, expected: rangeSum) {
        let sum = Sum()
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            for try await number in Observable.from(0..<size).values { sum.add(number) }
            done.signal()
        }
        done.wait()
        return sum.value
    }

    /// 100,000 actions that are scheduled to run in one hour, and canceled.
    static let timers = Workload(name: "timers", count: size / 2, expected: size / 2) {
        let scheduler = SerialDispatchQueueScheduler()
        let actions = (0..<size / 2).map { _ in scheduler.schedule(after: .seconds(3_600)) {} }
        for action in actions { action.dispose() }
        return actions.count { $0.isDisposed }
    }

    /// A subject whose elements follow each other within the due time.
    static let debounce = Workload(name: "debounce", count: size / 2, expected: size / 2 - 1) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.asObservable().debounce(.seconds(60), scheduler: SerialDispatchQueueScheduler())
            .subscribe(onNext: { sum.add($0) })
        for number in 0..<size / 2 { subject.onNext(number) }
        // The completion emits the last element.
        subject.onCompleted()
        subscription.dispose()
        return sum.value
    }

    /// 10,000 subscribers of one subject, measured per subscriber.
    static let subscribers = Workload(name: "subscribers", count: size / 20, expected: size / 10) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<size / 20).map { _ in subject.asObservable().subscribe(onNext: { sum.add($0) }) }
        subject.onNext(1)
        subject.onNext(1)
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }

    /// 100,000 subscriptions to chains of one subject, measured per subscription.
    static let subscriptions = Workload(name: "subscriptions", count: size / 2, expected: size / 2) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<size / 2).map { _ in
            subject.asObservable().map { $0 &+ 1 }.filter { $0 & 1 == 0 }.subscribe(onNext: { _ in sum.add(1) })
        }
        subject.onNext(1)
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }
}

struct WorkloadError: Error {}

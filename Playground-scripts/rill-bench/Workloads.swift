import Dispatch
import Rill
import RillBenchStages

extension Workload {
    /// One million integers through three closures without a stream.
    static let floor = Workload(name: "floor", count: million, expected: chainSum) {
        floorSum(million, { $0 &+ 1 }, { $0 & 1 == 0 }, { $0 &* 3 })
    }

    static let all = streams + operators + growth + parsing + decoding + middleware

    private static let streams: [Workload] = [
        chain, opaqueChain, subject, scan, flatMap, concatMap, observeOn, subscribe, merge, zip, combineLatest, fanOut,
        longChain, retry, shareReplay, values, timers, debounce, subscribers, subscriptions,
    ]

    static let million = 1_000_000

    /// The number of elements of the shorter workloads.
    static let size = 200_000

    /// The sum of the even numbers from 1 to one million, multiplied by three.
    private static let chainSum = 3 * (million / 2) * (million / 2 + 1)

    /// The sum of the integers from 0 to `size`, excluding `size`.
    static let rangeSum = size * (size - 1) / 2

    private static let chain = Workload(name: "chain", count: million, expected: chainSum) {
        let sum = Sum()
        _ = Observable.from(0..<million).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }
            .subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let opaqueChain = Workload(name: "opaque-chain", count: million, expected: chainSum) {
        let sum = Sum()
        _ = timesThree(evens(plusOne(numbers(million)))).subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let subject = Workload(name: "subject", count: million, expected: chainSum) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.asObservable().map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }
            .subscribe(onNext: { sum.add($0) })
        for number in 0..<million { subject.onNext(number) }
        subscription.dispose()
        return sum.value
    }

    private static let scan = Workload(name: "scan", count: million, expected: million) {
        let sum = Sum()
        _ = Observable.from(0..<million).scan(0) { $0 &+ $1 }.distinctUntilChanged().take(million)
            .subscribe(onNext: { _ in sum.add(1) })
        return sum.value
    }

    private static let flatMap = Workload(name: "flatMap", count: size, expected: rangeSum) {
        let sum = Sum()
        _ = Observable.from(0..<size).flatMap { .just($0) }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let concatMap = Workload(name: "concatMap", count: size, expected: rangeSum) {
        let sum = Sum()
        _ = Observable.from(0..<size).concatMap { .just($0) }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let observeOn = Workload(name: "observeOn", count: size, expected: rangeSum) {
        let sum = Sum()
        let done = DispatchSemaphore(value: 0)
        let subscription = Observable.from(0..<size).observeOn(SerialDispatchQueueScheduler())
            .subscribe(onNext: { sum.add($0) }, onCompleted: { done.signal() })
        done.wait()
        subscription.dispose()
        return sum.value
    }

    private static let subscribe = Workload(name: "subscribe", count: size, expected: size / 2 * (size / 2 + 1)) {
        let sum = Sum()
        for number in 0..<size {
            Observable.just(number).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.subscribe(onNext: { sum.add($0) }).dispose()
        }
        return sum.value
    }

    private static let merge = Workload(name: "merge", count: size, expected: 8 * (size / 8) * (size / 8 - 1) / 2) {
        let sum = Sum()
        _ = Observable.merge((0..<8).map { _ in .from(0..<size / 8) }).subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let zip = Workload(name: "zip", count: size, expected: 2 * rangeSum) {
        let sum = Sum()
        _ = Observable.zip(.from(0..<size), .from(0..<size)) { $0 &+ $1 }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let combineLatest = Workload(name: "combineLatest", count: size, expected: size - 1) {
        let sum = Sum()
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        let subscription = Observable.combineLatest(first.asObservable(), second.asObservable()) { $0 &+ $1 }
            .subscribe(onNext: { _ in sum.add(1) })
        for number in 0..<size / 2 {
            first.onNext(number)
            second.onNext(number)
        }
        subscription.dispose()
        return sum.value
    }

    private static let fanOut = Workload(name: "fan-out", count: size, expected: 10 * rangeSum) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<10).map { _ in subject.asObservable().subscribe(onNext: { sum.add($0) }) }
        for number in 0..<size { subject.onNext(number) }
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }
}

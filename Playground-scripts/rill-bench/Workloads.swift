import Dispatch
import Rill
import RillBenchStages

extension Workload {
    /// One million integers through three closures without a stream.
    static let floor = Workload(name: "floor", count: million, expected: chainSum) {
        floorSum(million, { $0 &+ 1 }, { $0 & 1 == 0 }, { $0 &* 3 })
    }

    static let all = streams + decoding

    private static let streams: [Workload] = [
        chain, opaqueChain, subject, scan, flatMap, concatMap, observeOn, subscribe, merge, zip, combineLatest, fanOut,
        longChain, retry, shareReplay, values, timers, debounce, subscribers, subscriptions,
    ]

    static let million = 1_000_000
    static let some = 200_000

    /// The sum of the even numbers from 1 to one million, multiplied by three.
    private static let chainSum = 3 * (million / 2) * (million / 2 + 1)

    /// The sum of the integers from 0 to `some`, excluding `some`.
    static let someSum = some * (some - 1) / 2

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

    private static let flatMap = Workload(name: "flatMap", count: some, expected: someSum) {
        let sum = Sum()
        _ = Observable.from(0..<some).flatMap { .just($0) }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let concatMap = Workload(name: "concatMap", count: some, expected: someSum) {
        let sum = Sum()
        _ = Observable.from(0..<some).concatMap { .just($0) }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let observeOn = Workload(name: "observeOn", count: some, expected: someSum) {
        let sum = Sum()
        let done = DispatchSemaphore(value: 0)
        let subscription = Observable.from(0..<some).observeOn(SerialDispatchQueueScheduler())
            .subscribe(onNext: { sum.add($0) }, onCompleted: { done.signal() })
        done.wait()
        subscription.dispose()
        return sum.value
    }

    private static let subscribe = Workload(name: "subscribe", count: some, expected: some / 2 * (some / 2 + 1)) {
        let sum = Sum()
        for number in 0..<some {
            Observable.just(number).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.subscribe(onNext: { sum.add($0) }).dispose()
        }
        return sum.value
    }

    private static let merge = Workload(name: "merge", count: some, expected: 8 * (some / 8) * (some / 8 - 1) / 2) {
        let sum = Sum()
        _ = Observable.merge((0..<8).map { _ in .from(0..<some / 8) }).subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let zip = Workload(name: "zip", count: some, expected: 2 * someSum) {
        let sum = Sum()
        _ = Observable.zip(.from(0..<some), .from(0..<some)) { $0 &+ $1 }.subscribe(onNext: { sum.add($0) })
        return sum.value
    }

    private static let combineLatest = Workload(name: "combineLatest", count: some, expected: some - 1) {
        let sum = Sum()
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        let subscription = Observable.combineLatest(first.asObservable(), second.asObservable()) { $0 &+ $1 }
            .subscribe(onNext: { _ in sum.add(1) })
        for number in 0..<some / 2 {
            first.onNext(number)
            second.onNext(number)
        }
        subscription.dispose()
        return sum.value
    }

    private static let fanOut = Workload(name: "fan-out", count: some, expected: 10 * someSum) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<10).map { _ in subject.asObservable().subscribe(onNext: { sum.add($0) }) }
        for number in 0..<some { subject.onNext(number) }
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }
}

import Dispatch
import Rill
import RillTesting

extension Workload {
    /// Operators on the elements of a subject, and other uses that are measured on their own.
    static let operators = [
        applied("flatMapLatest") { $0.flatMapLatest { .just($0) } },
        applied("concatMap-by-key") { $0.concatMap(by: { $0 & 7 }) { .just($0) } },
        applied("groupBy") { $0.groupBy { $0 & 7 }.flatMap { $0 } },
        applied("sample") { $0.sample($0) },
        applied("zip-collection") { Observable.zip([$0, $0]).map { $0[0] } },
        applied("combineLatest-collection") { Observable.combineLatest([$0, .just(0)]).map { $0[0] } },
        catchError, shareTurnover, pingPong, marbleTest,
    ]

    private static func applied(
        _ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) -> Workload {
        Workload(name: name, count: size, expected: rangeSum) {
            let sum = Sum()
            let subject = PublishSubject<Int>()
            let subscription = apply(subject.asObservable()).subscribe(onNext: { sum.add($0) })
            for number in 0..<size { subject.onNext(number) }
            subscription.dispose()
            return sum.value
        }
    }

    private static let catchError = Workload(name: "catch", count: size / 4, expected: size / 4) {
        let sum = Sum()
        for _ in 0..<size / 4 {
            _ = Observable.error(WorkloadError()).catch { _ in .just(1) }.subscribe(onNext: { sum.add($0) })
        }
        return sum.value
    }

    /// Subscribers that come and go.
    private static let shareTurnover = Workload(name: "share-turnover", count: size / 4, expected: size / 4) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let shared = subject.asObservable().share()
        for _ in 0..<size / 4 {
            let subscription = shared.subscribe(onNext: { sum.add($0) })
            subject.onNext(1)
            subscription.dispose()
        }
        return sum.value
    }

    /// An element that two serial queues pass to each other.
    private static let pingPong = Workload(name: "ping-pong", count: size / 4, expected: size / 4) {
        let sum = Sum()
        let done = DispatchSemaphore(value: 0)
        let (ping, pong) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscriptions = [(ping, pong), (pong, ping)].map { source, target in
            source.observeOn(SerialDispatchQueueScheduler()).subscribe(onNext: { number in
                sum.add(1)
                if number < size / 4 { target.onNext(number + 1) } else { done.signal() }
            })
        }
        ping.onNext(1)
        done.wait()
        for subscription in subscriptions { subscription.dispose() }
        return sum.value
    }

    /// A test of five operators in virtual time.
    private static let marbleTest = Workload(name: "marble-test", count: size / 100, expected: 0) {
        (0..<size / 100).count { _ in
            let kit = TestKit()
            let source = kit.hot("-a-b-c-d|", values: ["a": 1, "b": 2, "c": 3, "d": 4])
            let result = kit.record {
                source.map { $0 + 1 }.filter { $0 != 3 }.scan(0, +).distinctUntilChanged().skip(1)
            }
            return result.difference(from: "-----c-d|", values: ["c": 6, "d": 11]) != nil
        }
    }
}

import Dispatch
import Rill
import RillTesting

extension Workload {
    /// Workloads whose time must not grow with the number of sources, subscribers, operators, or timers.
    ///
    /// The number is the last part of the name. The time is measured per source, delivery, operator, or timer.
    static let growth = [10, 100, 1_000, 10_000].flatMap { number in
        [
            loop("concat", number) { $0.concat($1) }, loop("merge", number) { .merge($0, $1) },
            loop("startWith", number) { source, _ in source.startWith(1) }, mapChain(number), deliveries(number),
            latest(number), virtualTimers(number),
        ]
    }

    /// The number of sources, deliveries, operators, or timers of a run.
    private static let total = 100_000

    /// An operator that is applied to its own result.
    private static func loop(
        _ name: String, _ number: Int,
        _ apply: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
    ) -> Workload {
        Workload(name: "\(name)-\(number)", count: total, expected: total) {
            let sum = Sum()
            for _ in 0..<total / number {
                let stream = (1..<number).reduce(Observable.just(1)) { result, _ in apply(result, .just(1)) }
                _ = stream.subscribe(onNext: { sum.add($0) })
            }
            return sum.value
        }
    }

    private static func mapChain(_ number: Int) -> Workload {
        Workload(name: "map-\(number)", count: total, expected: total) {
            let sum = Sum()
            let subject = PublishSubject<Int>()
            let stream = (0..<number).reduce(subject.asObservable()) { stream, _ in stream.map { $0 + 1 } }
            let subscription = stream.subscribe(onNext: { sum.add($0) })
            for _ in 0..<total / number { subject.onNext(0) }
            subscription.dispose()
            return sum.value
        }
    }

    private static func deliveries(_ number: Int) -> Workload {
        Workload(name: "subject-\(number)", count: total, expected: total) {
            let sum = Sum()
            let subject = PublishSubject<Int>()
            let subscriptions = (0..<number).map { _ in subject.subscribe(onNext: { sum.add($0) }) }
            for _ in 0..<total / number { subject.onNext(1) }
            for subscription in subscriptions { subscription.dispose() }
            return sum.value
        }
    }

    private static func latest(_ number: Int) -> Workload {
        Workload(name: "combineLatest-\(number)", count: total, expected: total) {
            let sum = Sum()
            let subjects = (0..<number).map { _ in BehaviorSubject(0) }
            let stream = Observable.combineLatest(subjects.map { $0.asObservable() })
            let subscription = stream.skip(1).subscribe(onNext: { sum.add($0.isEmpty ? 0 : 1) })
            for index in 0..<total { subjects[index % number].onNext(index) }
            subscription.dispose()
            return sum.value
        }
    }

    private static func virtualTimers(_ number: Int) -> Workload {
        Workload(name: "virtual-timers-\(number)", count: total, expected: total) {
            let sum = Sum()
            for _ in 0..<total / number {
                let scheduler = TestScheduler()
                for index in 0..<number {
                    scheduler.schedule(after: .milliseconds((index * 7_919) % number)) { sum.add(1) }
                }
                scheduler.advance(by: .seconds(100))
            }
            return sum.value
        }
    }
}

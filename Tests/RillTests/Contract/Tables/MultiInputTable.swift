import Rill
import RillTesting
import Testing

/// An operator with several inputs: two sources, or a source and a timer.
struct MultiInputCase: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Whether every element of both sources is emitted exactly once.
    var isLossless = false

    /// Applies the operator to one or both sources, with a scheduler and a duration on its clock.
    let build: @Sendable (Observable<Int>, Observable<Int>, any Scheduler, Duration) -> Observable<Int>

    init(
        _ description: String, isLossless: Bool = false,
        build: @escaping @Sendable (Observable<Int>, Observable<Int>, any Scheduler, Duration) -> Observable<Int>
    ) {
        testDescription = description
        self.isLossless = isLossless
        self.build = build
    }

    static let all = sources + timers

    /// Operators with several sources.
    static let sources: [MultiInputCase] = [
        .init("merge", isLossless: true) { one, other, _, _ in .merge(one, other) },
        .init("zip") { one, other, _, _ in .zip(one, other) { $0 + $1 } },
        .init("zip of a collection") { one, other, _, _ in Observable<[Int]>.zip([one, other]).map { $0[0] } },
        .init("combineLatest") { one, other, _, _ in .combineLatest(one, other) { $0 + $1 } },
        .init("combineLatest of a collection") { one, other, _, _ in
            Observable<[Int]>.combineLatest([one, other]).map { $0[0] }
        },
        .init("take until") { one, other, _, _ in one.take(until: other.skip(3)) },
        .init("skip until") { one, other, _, _ in one.skip(until: other) },
        .init("multicast with refCount") { one, other, _, _ in
            let shared = one.multicast { PublishSubject<Int>() }.refCount()
            return .merge(shared, other.flatMap { _ in shared.take(1) })
        },
        .init("flatMap") { one, other, _, _ in one.take(3).flatMap { _ in other } },
        .init("flatMap with maxConcurrent 2") { one, other, _, _ in
            one.flatMap(maxConcurrent: 2) { _ in other.take(3) }
        },
        .init("concatMap") { one, other, _, _ in one.concatMap { _ in other.take(3) } },
        .init("concatMap by key") { one, other, _, _ in
            one.concatMap(by: { $0 % 3 }, maxConcurrent: 2) { _ in other.take(3) }
        },
        .init("flatMapFirst") { one, other, _, _ in one.flatMapFirst { _ in other.take(3) } },
        .init("flatMapLatest") { one, other, _, _ in one.flatMapLatest { _ in other } },
        .init("merge of streams") { one, other, _, _ in one.map { _ in other.take(3) }.merge(maxConcurrent: 2) },
        .init("switchLatest") { one, other, _, _ in one.map { _ in other }.switchLatest() },
        .init("withLatestFrom") { one, other, _, _ in one.withLatestFrom(other) },
        .init("sample") { one, other, _, _ in one.sample(other) },
        .init("buffer with a boundary") { one, other, _, _ in one.buffer(boundary: other).flatMap { .from($0) } },
        .init("amb") { one, other, _, _ in one.amb(other) },
        .init("retry when") { one, other, _, _ in
            one.map { if $0 % 3 == 0 { throw TestError() } else { $0 } }.retry { _ in other.take(100) }
        },
        .init("share") { one, other, _, _ in
            let shared = one.share(replay: 1)
            return .merge(shared, other.flatMap { _ in shared.take(1) })
        },
    ]

    /// Operators with a timer.
    static let timers: [MultiInputCase] = [
        .init("delay", isLossless: true) { one, other, scheduler, tick in
            .merge(one, other).delay(tick, scheduler: scheduler)
        },
        .init("debounce") { one, _, scheduler, tick in one.debounce(tick, scheduler: scheduler) },
        .init("throttle") { one, _, scheduler, tick in one.throttle(tick, scheduler: scheduler) },
        .init("throttle first") { one, _, scheduler, tick in one.throttle(tick, latest: false, scheduler: scheduler) },
        .init("timeout") { one, _, scheduler, tick in one.timeout(tick * 3, scheduler: scheduler) },
        .init("timeout with another source") { one, other, scheduler, tick in
            one.timeout(tick * 3, other: other, scheduler: scheduler)
        },
        .init("poll") { one, _, scheduler, tick in
            // If all elements were sent between two runs, the next run is empty and ends the polling.
            one.take(3).ifEmpty(default: 101).poll(every: tick, until: { $0 > 100 }, scheduler: scheduler).take(50)
        },
        .init("share with keep-alive") { one, other, scheduler, tick in
            let shared = one.share(replay: 1, keepAlive: tick, scheduler: scheduler)
            return .merge(shared.take(2), other.flatMap { _ in shared.take(1) })
        },
        .init("deadline") { one, _, scheduler, tick in one.deadline(tick * 3, scheduler: scheduler) },
        .init("retry by a policy") { one, other, scheduler, tick in
            one.take(until: other.skip(1).map { _ in throw TestError() })
                .retry(.constantBackoff(attempts: 5, delay: tick), scheduler: scheduler)
        },
        .init("observeOn", isLossless: true) { one, other, scheduler, _ in .merge(one, other).observeOn(scheduler) },
        .init("observeOn that drops") { one, _, scheduler, _ in
            one.observeOn(scheduler, bufferSize: 2, onOverflow: .dropOldest)
        },
        .init("take(for:)") { one, _, scheduler, tick in one.take(for: tick * 3, scheduler: scheduler) },
        .init("buffer by time") { one, _, scheduler, tick in
            one.buffer(timeSpan: tick, count: 3, scheduler: scheduler).map { $0.count }
        },
        .init("delaySubscription") { one, _, scheduler, tick in one.delaySubscription(tick, scheduler: scheduler) },
        .init("subscribeOn") { one, _, scheduler, _ in one.subscribeOn(scheduler) },
    ]
}

extension OperatorCase {
    /// The operators with several inputs, with a dispatch queue as the clock and the same source for all inputs.
    static let multiInput = MultiInputCase.all.map { entry in
        OperatorCase(entry.testDescription, [], isSynchronous: false) { source in
            entry.build(source, source, SerialDispatchQueueScheduler(), .microseconds(20))
        }
    }
}

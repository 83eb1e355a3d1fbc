import Rill
import RillTesting
import Testing

/// An operator that events enter from several sides: from two sources, or from a source and a timer.
struct EntryCase: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Whether every value of both sources comes out once.
    var isLossless = false

    /// Puts the operator on two sources, or on the first of them, with a scheduler and a stretch of its time.
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

    /// Those with several sources.
    static let sources = [
        EntryCase("merge", isLossless: true) { one, other, _, _ in .merge(one, other) },
        EntryCase("zip") { one, other, _, _ in .zip(one, other) { $0 + $1 } },
        EntryCase("zip of a collection") { one, other, _, _ in Observable<[Int]>.zip([one, other]).map { $0[0] } },
        EntryCase("combineLatest") { one, other, _, _ in .combineLatest(one, other) { $0 + $1 } },
        EntryCase("combineLatest of a collection") { one, other, _, _ in
            Observable<[Int]>.combineLatest([one, other]).map { $0[0] }
        },
        EntryCase("take until") { one, other, _, _ in one.take(until: other.skip(3)) },
        EntryCase("flatMap") { one, other, _, _ in one.take(3).flatMap { _ in other } },
        EntryCase("flatMap with two places") { one, other, _, _ in one.flatMap(maxConcurrent: 2) { _ in other.take(3) }
        },
        EntryCase("concatMap") { one, other, _, _ in one.concatMap { _ in other.take(3) } },
        EntryCase("flatMapFirst") { one, other, _, _ in one.flatMapFirst { _ in other.take(3) } },
        EntryCase("flatMapLatest") { one, other, _, _ in one.flatMapLatest { _ in other } },
        EntryCase("merge of streams") { one, other, _, _ in one.map { _ in other.take(3) }.merge(maxConcurrent: 2) },
        EntryCase("switchLatest") { one, other, _, _ in one.map { _ in other }.switchLatest() },
        EntryCase("withLatestFrom") { one, other, _, _ in one.withLatestFrom(other) },
        EntryCase("amb") { one, other, _, _ in one.amb(other) },
        EntryCase("retry when") { one, other, _, _ in
            one.map { if $0 % 3 == 0 { throw TestError() } else { $0 } }.retry { _ in other.take(100) }
        },
        EntryCase("share") { one, other, _, _ in
            let shared = one.share(replay: 1)
            return .merge(shared, other.flatMap { _ in shared.take(1) })
        },
    ]

    /// Those with a timer.
    static let timers = [
        EntryCase("delay", isLossless: true) { one, other, scheduler, tick in
            .merge(one, other).delay(tick, scheduler: scheduler)
        },
        EntryCase("debounce") { one, _, scheduler, tick in one.debounce(tick, scheduler: scheduler) },
        EntryCase("throttle") { one, _, scheduler, tick in one.throttle(tick, scheduler: scheduler) },
        EntryCase("throttle first") { one, _, scheduler, tick in
            one.throttle(tick, latest: false, scheduler: scheduler)
        },
        EntryCase("timeout") { one, _, scheduler, tick in one.timeout(tick * 3, scheduler: scheduler) },
        EntryCase("deadline") { one, _, scheduler, tick in one.deadline(tick * 3, scheduler: scheduler) },
        EntryCase("retry by a policy") { one, other, scheduler, tick in
            one.take(until: other.skip(1).map { _ in throw TestError() })
                .retry(.constantBackoff(attempts: 5, delay: tick), scheduler: scheduler)
        },
        EntryCase("observeOn", isLossless: true) { one, other, scheduler, _ in .merge(one, other).observeOn(scheduler)
        },
        EntryCase("observeOn that drops") { one, _, scheduler, _ in
            one.observeOn(scheduler, bufferSize: 2, onOverflow: .dropOldest)
        },
        EntryCase("take for a while") { one, _, scheduler, tick in one.take(for: tick * 3, scheduler: scheduler) },
        EntryCase("buffer by time") { one, _, scheduler, tick in
            one.buffer(timeSpan: tick, count: 3, scheduler: scheduler).map { $0.count }
        },
        EntryCase("delaySubscription") { one, _, scheduler, tick in one.delaySubscription(tick, scheduler: scheduler) },
        EntryCase("subscribeOn") { one, _, scheduler, _ in one.subscribeOn(scheduler) },
    ]
}

extension OperatorCase {
    /// The operators that are entered from several sides, with a queue for a clock and one source on all sides.
    static let entered = EntryCase.all.map { entry in
        OperatorCase(name: entry.testDescription, output: [], isSynchronous: false) { source in
            entry.build(source, source, SerialDispatchQueueScheduler(), .microseconds(20))
        }
    }
}

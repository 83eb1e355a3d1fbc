import Rill
import RillTesting
import Testing

/// One operator as the contract suite knows it: how to build it, and what it makes of the values 1, 2, 3.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// The method's name, as it stands in the sources.
    let name: String

    /// What tells this case from others of the same operator.
    var variant = ""

    /// What comes out of 1, 2, 3, completed.
    let output: [Int]

    /// What comes out after the source's error at the start, besides the error; nil if the error does not come out.
    var recovers: [Int]?

    /// Whether a never-ending source keeps the result from ending.
    var endsBySource = true

    /// Whether events pass on the thread that sends them.
    var isSynchronous = true

    /// Puts the operator on a source.
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    /// The same with a closure that throws `TestError`; nil if it has no closure.
    var buildThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    var testDescription: String { variant.isEmpty ? name : "\(name) \(variant)" }
}

extension OperatorCase {
    /// Every operator that has a source.
    static let all: [OperatorCase] = transforming + filtering + combining + recovering + timing + watching

    private static let transforming: [OperatorCase] = [
        OperatorCase(
            name: "map", output: [11, 12, 13], build: { $0.map { $0 + 10 } },
            buildThrowing: { $0.map { _ in throw TestError() } }),
        OperatorCase(
            name: "compactMap", output: [1, 3], build: { $0.compactMap { $0 % 2 == 1 ? $0 : nil } },
            buildThrowing: { $0.compactMap { _ in throw TestError() } }),
        OperatorCase(
            name: "flatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.flatMap { .of($0, $0) } },
            buildThrowing: { $0.flatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMap", variant: "with two places", output: [1, 2, 3],
            build: { $0.flatMap(maxConcurrent: 2) { .just($0) } }),
        OperatorCase(
            name: "concatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.concatMap { .of($0, $0) } },
            buildThrowing: { $0.concatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMapLatest", output: [1, 2, 3], build: { $0.flatMapLatest { .just($0) } },
            buildThrowing: { $0.flatMapLatest { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "scan", output: [1, 3, 6], build: { $0.scan(0) { $0 + $1 } },
            buildThrowing: { $0.scan(0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "reduce", output: [6], build: { $0.reduce(0) { $0 + $1 } },
            buildThrowing: { $0.reduce(0) { _, _ in throw TestError() } }),
        OperatorCase(name: "toArray", output: [3], build: { $0.toArray().map { $0.count } }),
    ]

    private static let filtering: [OperatorCase] = [
        OperatorCase(
            name: "filter", output: [1, 3], build: { $0.filter { $0 != 2 } },
            buildThrowing: { $0.filter { _ in throw TestError() } }),
        OperatorCase(name: "take", output: [1, 2], build: { $0.take(2) }),
        OperatorCase(
            name: "take", variant: "while", output: [1, 2], build: { $0.take { $0 < 3 } },
            buildThrowing: { $0.take { _ in throw TestError() } }),
        OperatorCase(
            name: "take", variant: "while, inclusive", output: [1, 2],
            build: { $0.take(while: { $0 < 2 }, inclusive: true) }),
        OperatorCase(
            name: "take", variant: "until", output: [1, 2, 3], build: { $0.take(until: Observable<Int>.never()) }),
        OperatorCase(
            name: "first", output: [2], build: { $0.first { $0 == 2 } },
            buildThrowing: { $0.first { _ in throw TestError() } }),
        OperatorCase(name: "skip", output: [2, 3], build: { $0.skip(1) }),
        OperatorCase(name: "distinctUntilChanged", output: [1, 2, 3], build: { $0.distinctUntilChanged() }),
        OperatorCase(
            name: "distinctUntilChanged", variant: "by key", output: [1, 2],
            build: { $0.distinctUntilChanged { $0 / 2 } },
            buildThrowing: { $0.distinctUntilChanged { _ -> Int in throw TestError() } }),
    ]

    private static let combining: [OperatorCase] = [
        OperatorCase(name: "merge", output: [1, 2, 3], build: { .merge(.empty(), $0, .empty()) }),
        OperatorCase(name: "merge", variant: "of a collection", output: [1, 2, 3], build: { .merge([$0]) }),
        OperatorCase(name: "concat", output: [1, 2, 3, 9], build: { $0.concat(.just(9)) }),
        OperatorCase(
            name: "concat", variant: "of a sequence", output: [8, 1, 2, 3], build: { .concat([.just(8), $0]) }),
        OperatorCase(name: "startWith", output: [8, 9, 1, 2, 3], build: { $0.startWith(8, 9) }),
        OperatorCase(
            name: "zip", output: [11, 12, 13], build: { .zip($0, .of(10, 10, 10)) { $0 + $1 } },
            buildThrowing: { .zip($0, .of(1, 2)) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "zip", variant: "as the second", output: [11, 12, 13],
            build: { .zip(.of(10, 10, 10), $0) { $0 + $1 } }),
        OperatorCase(
            name: "zip", variant: "of three", output: [12, 13, 14],
            build: { .zip(.of(1, 1, 1), $0, .of(10, 10, 10)) { $0 + $1 + $2 } }),
        OperatorCase(
            name: "zip", variant: "of a collection", output: [11, 12, 13],
            build: { Observable<[Int]>.zip([$0, .of(10, 10, 10)]).map { $0.reduce(0, +) } }),
        OperatorCase(
            name: "combineLatest", output: [11, 12, 13], build: { .combineLatest(.just(10), $0) { $0 + $1 } },
            buildThrowing: { .combineLatest(.just(1), $0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "combineLatest", variant: "of three", output: [111, 112, 113],
            build: { .combineLatest(.just(10), .just(100), $0) { $0 + $1 + $2 } }),
        OperatorCase(
            name: "combineLatest", variant: "of a collection", output: [11, 12, 13],
            build: { Observable<[Int]>.combineLatest([.just(10), $0]).map { $0.reduce(0, +) } }),
    ]

    private static let recovering: [OperatorCase] = [
        OperatorCase(
            name: "catch", output: [1, 2, 3], recovers: [9], build: { $0.catch { _ in .just(9) } },
            buildThrowing: { $0.map { _ in throw TestError("source") }.catch { _ in throw TestError() } }),
        OperatorCase(name: "catchAndReturn", output: [1, 2, 3], recovers: [9], build: { $0.catchAndReturn(9) }),
        OperatorCase(name: "mapError", output: [1, 2, 3], build: { $0.mapError { _ in TestError() } }),
        OperatorCase(name: "retry", output: [1, 2, 3], build: { $0.retry(2) }),
    ]

    private static let timing: [OperatorCase] = [
        OperatorCase(
            name: "delay", output: [1, 2, 3], build: { $0.delay(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "timeout", output: [1, 2, 3], build: { $0.timeout(.seconds(1), scheduler: StillScheduler()) }),
        OperatorCase(
            name: "deadline", output: [1, 2, 3], build: { $0.deadline(.seconds(1), scheduler: StillScheduler()) }),
        OperatorCase(
            name: "debounce", output: [1, 2, 3],
            build: { $0.debounce(.seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "debounce", variant: "of a burst", output: [3],
            build: { $0.debounce(.seconds(1), scheduler: StillScheduler()) }),
        OperatorCase(
            name: "throttle", output: [1, 3], build: { $0.throttle(.seconds(1), scheduler: StillScheduler()) }),
        OperatorCase(
            name: "throttle", variant: "first", output: [1],
            build: { $0.throttle(.seconds(1), latest: false, scheduler: StillScheduler()) }),
        OperatorCase(name: "observeOn", output: [1, 2, 3], build: { $0.observeOn(ImmediateScheduler.shared) }),
        OperatorCase(
            name: "observeOn", variant: "a queue", output: [1, 2, 3], isSynchronous: false,
            build: { $0.observeOn(SerialDispatchQueueScheduler()) }),
        OperatorCase(
            name: "observeOn", variant: "a concurrent queue", output: [1, 2, 3], isSynchronous: false,
            build: { $0.observeOn(ConcurrentDispatchQueueScheduler()) }),
        OperatorCase(name: "subscribeOn", output: [1, 2, 3], build: { $0.subscribeOn(ImmediateScheduler.shared) }),
    ]

    private static let watching: [OperatorCase] = [
        OperatorCase(
            name: "do", output: [1, 2, 3], build: { $0.do(onNext: { _ in }, onDispose: {}) },
            buildThrowing: { $0.do(onNext: { _ in throw TestError() }) }),
        OperatorCase(name: "debug", output: [1, 2, 3], build: { $0.debug(to: { _ in }) }),
        OperatorCase(name: "share", output: [1, 2, 3], build: { $0.share() }),
        OperatorCase(name: "share", variant: "with replay", output: [1, 2, 3], build: { $0.share(replay: 2) }),
    ]
}

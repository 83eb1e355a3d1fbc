import RillTesting

@testable import Rill

extension OperatorCase {
    /// The operators in `Combining/`, and others that alternate between sources.
    static let combining: [OperatorCase] = together + choosing + flattening + repeating

    private static let together: [OperatorCase] = [
        OperatorCase(name: "merge", output: [1, 2, 3], build: { .merge(.empty(), $0, .empty()) }),
        OperatorCase(name: "merge", variant: "of a collection", output: [1, 2, 3], build: { .merge([$0]) }),
        OperatorCase(name: "concat", output: [1, 2, 3, 9], build: { $0.concat(.just(9)) }),
        OperatorCase(
            name: "concat", variant: "of a sequence", output: [8, 1, 2, 3], build: { .concat([.just(8), $0]) }),
        OperatorCase(
            name: "concat", variant: "of several", output: [8, 1, 2, 3], build: { .concat(.just(8), $0, .empty()) }),
        OperatorCase(name: "startWith", output: [8, 9, 1, 2, 3], build: { $0.startWith(8, 9) }),
        OperatorCase(
            name: "startWith", variant: "a sequence", output: [8, 9, 1, 2, 3],
            build: { $0.startWith(contentsOf: 8...9) }),
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

    private static let choosing: [OperatorCase] = [
        OperatorCase(
            name: "withLatestFrom", output: [11, 12, 13], build: { $0.withLatestFrom(.just(10)) { $0 + $1 } },
            buildThrowing: { $0.withLatestFrom(.just(1)) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "withLatestFrom", variant: "without a transform", output: [7, 7, 7],
            build: { $0.withLatestFrom(.just(7)) }),
        OperatorCase(name: "withLatestFrom", variant: "as the other", output: [3], build: latestAtTheEnd),
        OperatorCase(name: "sample", output: [], build: { $0.sample(Observable<Int>.never()) }),
        OperatorCase(name: "amb", output: [1, 2, 3], build: { $0.amb(.never()) }),
        OperatorCase(
            name: "amb", variant: "as the other", output: [1, 2, 3], build: { Observable.never().amb($0) }),
        OperatorCase(
            name: "amb", variant: "of a collection", output: [1, 2, 3], build: { .amb([.never(), $0, .never()]) }),
    ]

    private static let flattening: [OperatorCase] = [
        OperatorCase(
            name: "merge", variant: "of streams", output: [1, 2, 3],
            build: { $0.map { Observable.just($0) }.merge(maxConcurrent: 2) }),
        OperatorCase(
            name: "merge", variant: "of streams, as one of them", output: [1, 2, 3],
            build: { Observable.of($0, .empty()).merge() }),
        OperatorCase(
            name: "concat", variant: "of streams", output: [1, 1, 2, 2, 3, 3],
            build: { $0.map { Observable.of($0, $0) }.concat() }),
        OperatorCase(
            name: "switchLatest", output: [1, 2, 3], build: { $0.map { Observable.just($0) }.switchLatest() }),
        OperatorCase(
            name: "switchLatest", variant: "as the latest", output: [1, 2, 3],
            build: { Observable.of(.never(), $0).switchLatest() }),
        OperatorCase(
            name: "flatMapFirst", output: [1, 1, 2, 2, 3, 3], build: { $0.flatMapFirst { .of($0, $0) } },
            buildThrowing: { $0.flatMapFirst { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMapFirst", variant: "as the active inner", output: [1, 2, 3],
            build: { source in Observable.just(0).flatMapFirst { _ in source } }),
    ]

    private static let repeating: [OperatorCase] = [
        OperatorCase(
            name: "retry", variant: "when", output: [1, 2, 3], recovers: [], build: { $0.retry { $0.take(1) } },
            buildThrowing: { $0.retry { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(name: "retry", variant: "when, as the trigger", output: [1, 2, 3], build: attemptsForEach),
    ]

    /// Returns a stream that emits the latest element of the source once, when the source completes.
    private static func latestAtTheEnd(_ source: Observable<Int>) -> Observable<Int> {
        .deferred {
            let end = ReplaySubject<Int>(bufferSize: 1)
            let marked = source.do(onCompleted: {
                end.onNext(0)
                end.onCompleted()
            })
            return end.withLatestFrom(marked)
        }
    }

    /// Returns a stream that starts a new attempt for each element of the source.
    ///
    /// The first attempt fails without an element; attempt n + 1 emits n and fails.
    private static func attemptsForEach(_ source: Observable<Int>) -> Observable<Int> {
        .deferred {
            let attempts = SerialState(0)
            let attempt = Observable<Int>.deferred {
                defer { attempts.value += 1 }
                let values: Observable<Int> = attempts.value == 0 ? .empty() : .just(attempts.value)
                return values.concat(.error(TestError()))
            }
            return attempt.retry { _ in source }
        }
    }
}

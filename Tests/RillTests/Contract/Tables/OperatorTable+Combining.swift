import RillTesting

@testable import Rill

extension OperatorCase {
    /// The operators in `Combining/`, and others that alternate between sources.
    static let combining: [OperatorCase] = together + choosing + flattening + repeating

    private static let together: [OperatorCase] = [
        .init("merge", [1, 2, 3], { .merge(.empty(), $0, .empty()) }),
        .init("merge of a collection", [1, 2, 3], { .merge([$0]) }),
        .init("concat", [1, 2, 3, 9], { $0.concat(.just(9)) }),
        .init("concat of a sequence", [8, 1, 2, 3], { .concat([.just(8), $0]) }),
        .init("concat of several", [8, 1, 2, 3], { .concat(.just(8), $0, .empty()) }),
        .init("startWith", [8, 9, 1, 2, 3], { $0.startWith(8, 9) }),
        .init("startWith a sequence", [8, 9, 1, 2, 3], { $0.startWith(contentsOf: 8...9) }),
        .init(
            "zip", [11, 12, 13], { .zip($0, .of(10, 10, 10)) { $0 + $1 } },
            throwing: { .zip($0, .of(1, 2)) { _, _ in throw TestError() } }),
        .init("zip as the second", [11, 12, 13], { .zip(.of(10, 10, 10), $0) { $0 + $1 } }),
        .init("zip of three", [12, 13, 14], { .zip(.of(1, 1, 1), $0, .of(10, 10, 10)) { $0 + $1 + $2 } }),
        .init(
            "zip of a collection", [11, 12, 13],
            { Observable<[Int]>.zip([$0, .of(10, 10, 10)]).map { $0.reduce(0, +) } }),
        .init(
            "combineLatest", [11, 12, 13], { .combineLatest(.just(10), $0) { $0 + $1 } },
            throwing: { .combineLatest(.just(1), $0) { _, _ in throw TestError() } }),
        .init(
            "combineLatest of three", [111, 112, 113],
            { .combineLatest(.just(10), .just(100), $0) { $0 + $1 + $2 } }),
        .init(
            "combineLatest of a collection", [11, 12, 13],
            { Observable<[Int]>.combineLatest([.just(10), $0]).map { $0.reduce(0, +) } }),
    ]

    private static let choosing: [OperatorCase] = [
        .init(
            "withLatestFrom", [11, 12, 13], { $0.withLatestFrom(.just(10)) { $0 + $1 } },
            throwing: { $0.withLatestFrom(.just(1)) { _, _ in throw TestError() } }),
        .init("withLatestFrom without a transform", [7, 7, 7], { $0.withLatestFrom(.just(7)) }),
        .init("withLatestFrom as the other", [3], latestAtTheEnd),
        .init("sample", [], { $0.sample(Observable<Int>.never()) }),
        .init("amb", [1, 2, 3], { $0.amb(.never()) }),
        .init("amb as the other", [1, 2, 3], { Observable.never().amb($0) }),
        .init("amb of a collection", [1, 2, 3], { .amb([.never(), $0, .never()]) }),
    ]

    private static let flattening: [OperatorCase] = [
        .init("merge of streams", [1, 2, 3], { $0.map { Observable.just($0) }.merge(maxConcurrent: 2) }),
        .init("merge of streams, as one of them", [1, 2, 3], { Observable.of($0, .empty()).merge() }),
        .init("concat of streams", [1, 1, 2, 2, 3, 3], { $0.map { Observable.of($0, $0) }.concat() }),
        .init("switchLatest", [1, 2, 3], { $0.map { Observable.just($0) }.switchLatest() }),
        .init("switchLatest as the latest", [1, 2, 3], { Observable.of(.never(), $0).switchLatest() }),
        .init(
            "flatMapFirst", [1, 1, 2, 2, 3, 3], { $0.flatMapFirst { .of($0, $0) } },
            throwing: { $0.flatMapFirst { _ -> Observable<Int> in throw TestError() } }),
        .init(
            "flatMapFirst as the active inner", [1, 2, 3],
            { source in Observable.just(0).flatMapFirst { _ in source } }),
    ]

    private static let repeating: [OperatorCase] = [
        .init(
            "retry when", [1, 2, 3], recovers: [], { $0.retry { $0.take(1) } },
            throwing: { $0.retry { _ -> Observable<Int> in throw TestError() } }),
        .init("retry when, as the trigger", [1, 2, 3], attemptsForEach),
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

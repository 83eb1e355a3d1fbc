import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 1.8 of `EventContract.md`: an operator inside another operator behaves as it does on its own.
@Suite("Contract 1.8: nesting", .disabledUnderThreadSanitizer("other contract tests cover threads"))
struct NestingTests {
    @Test(
        "1.8 an operator inside another behaves as it does alone", .contract,
        arguments: OperatorCase.all + OperatorCase.endingEarly)
    func nestedOperatorBehavesAsOnItsOwn(operator: OperatorCase) async {
        for source in NestedSource.all {
            for follower in NestedFollower.all {
                let stream: @Sendable (NestingRun) -> Observable<Int> = { run in
                    follower.build(`operator`.build(source.build().do(onNext: { _ in run.elements.value += 1 })))
                }
                let alone = await NestingRun(of: stream, in: { $0 })
                for outer in NestingCase.all {
                    let nested = await NestingRun(of: stream, in: outer.build)
                    let name = "\(`operator`.testDescription) of \(source.name)\(follower.name) in \(outer.name)"
                    #expect(nested.events == alone.events, "\(name)")
                    if `operator`.isSynchronous {
                        #expect(nested.elements.value == alone.elements.value, "number of source elements: \(name)")
                    }
                }
            }
        }
    }

    /// In the deepest streams, `flatMap` subscribes from a trampoline.
    @Test("1.8 flatMap loses no elements before an error at any depth", arguments: [0, 15, 16, 17, 33, 113, 1_000])
    func elementsPrecedeErrorAtEachDepth(depth: Int) {
        let unfolded = Observable<Int>.unfold(1) { number in
            guard number <= 3 else { throw TestError() }
            return (number, number + 1)
        }
        let created = Observable<Int>.create { observer in
            for number in 1...3 { observer.onNext(number) }
            observer.onError(TestError())
            return .none
        }
        for failing in [unfolded, created] {
            var stream = failing.flatMap { .of($0, $0 * 10) }
            for _ in 0..<depth { stream = Observable.just(0).flatMap { [stream] _ in stream } }
            let recorder = stream.record().recorder
            #expect(recorder.values == [1, 10, 2, 20, 3, 30])
            #expect(recorder.error is TestError)
        }
    }
}

extension OperatorCase {
    /// Operators with several sources whose result terminates before all sources do.
    fileprivate static let endingEarly = [
        OperatorCase(
            name: "zip", variant: "with a shorter first source", output: [11],
            build: { .zip(.just(10), $0) { $0 + $1 } }),
        OperatorCase(
            name: "zip", variant: "of a collection with a shorter source", output: [11],
            build: { Observable<[Int]>.zip([.just(10), $0]).map { $0.reduce(0, +) } }),
        OperatorCase(
            name: "combineLatest", variant: "with an empty first source", output: [],
            build: { .combineLatest(.empty(), $0) { $0 + $1 } }),
        OperatorCase(
            name: "combineLatest", variant: "of a collection with an empty source", output: [],
            build: { Observable<[Int]>.combineLatest([$0, .empty(), $0]).map { $0.reduce(0, +) } }),
    ]
}

/// One run of a stream: the emitted events, and the number of elements that its source sent.
private final class NestingRun: Sendable {
    let elements = SerialState(0)
    private let recorder = Recorder<Int>()

    init(
        of stream: @Sendable (NestingRun) -> Observable<Int>,
        in outer: @Sendable (Observable<Int>) -> Observable<Int>
    ) async {
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) {
            recorder.record(outer(stream(self)))
        }
        await recorder.waitForEnd()
        subscription.dispose()
    }

    var events: [String] { recorder.events.map { "\($0)" } }
}

/// A source for the inner operator.
private struct NestedSource: Sendable {
    let name: String
    let build: @Sendable () -> Observable<Int>

    static let all = [
        NestedSource(name: "of(1, 2, 3)") { .of(1, 2, 3) },
        NestedSource(name: "empty") { .empty() },
        NestedSource(name: "error") { .error(TestError()) },
        // The error waits for a paused subscriber, so that it does not overtake the results of tasks.
        NestedSource(name: "a failing source") {
            .unfold(1) { number in
                guard number < 3 else { throw TestError() }
                return (number, number + 1)
            }
        },
        NestedSource(name: "create") {
            .create { observer in
                for number in 1...3 { observer.onNext(number) }
                observer.onCompleted()
                return .none
            }
        },
        NestedSource(name: "a long source truncated by take") { .unfold(1) { ($0, $0 + 1) }.take(100) },
    ]
}

/// An operator that is applied to the inner operator, inside the outer one.
private struct NestedFollower: Sendable {
    let name: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    static let all = [
        NestedFollower(name: "") { $0 },
        NestedFollower(name: ".toArray()") { $0.toArray().map { $0.reduce(0, &+) } },
        NestedFollower(name: ".concat(error)") { $0.concat(.error(TestError("after"))) },
    ]
}

/// An operator that subscribes to inner sources, built so that its output equals the output of the inner stream.
private struct NestingCase: Sendable {
    let name: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    static let all = flattening + sequencing + others

    private static let flattening = [
        NestingCase(name: "flatMap") { inner in Observable.just(0).flatMap { _ in inner } },
        // At this depth, operators use the trampoline.
        NestingCase(name: "17 nested flatMaps") { inner in
            (0..<17).reduce(inner) { inner, _ in Observable.just(0).flatMap { _ in inner } }
        },
        NestingCase(name: "flatMap(maxConcurrent: 1)") { inner in
            Observable.of(0, 1).flatMap(maxConcurrent: 1) { $0 == 0 ? inner : .empty() }
        },
        NestingCase(name: "concatMap") { inner in Observable.just(0).concatMap { _ in inner } },
        NestingCase(name: "concatMap, as the second") { inner in
            Observable.of(0, 1).concatMap { $0 == 0 ? .empty() : inner }
        },
        NestingCase(name: "flatMapFirst") { inner in Observable.just(0).flatMapFirst { _ in inner } },
        NestingCase(name: "flatMapLatest") { inner in Observable.just(0).flatMapLatest { _ in inner } },
        NestingCase(name: "merge(maxConcurrent: 2)") { Observable.of($0, .empty()).merge(maxConcurrent: 2) },
        NestingCase(name: "merge of streams") { Observable.of(.empty(), $0).merge() },
        NestingCase(name: "concat of streams") { Observable.of(.empty(), $0).concat() },
        NestingCase(name: "switchLatest") { Observable.of(.empty(), $0).switchLatest() },
    ]

    private static let sequencing = [
        NestingCase(name: "concat") { .concat([.empty(), $0, .empty()]) },
        NestingCase(name: "startWith") { $0.startWith() },
        NestingCase(name: "catch") { inner in Observable.error(TestError()).catch { _ in inner } },
        NestingCase(name: "catch, as the source") { $0.catch { throw $0 } },
        NestingCase(name: "ifEmpty") { Observable.empty().ifEmpty(switchTo: $0) },
        NestingCase(name: "retry(1)") { $0.retry(1) },
        NestingCase(name: "retry(2), as the second attempt") { inner in
            let isFirst = SerialState(true)
            return Observable.deferred {
                defer { isFirst.value = false }
                return isFirst.value ? .error(TestError()) : inner
            }.retry { errors in errors.enumerated().map { if $0.index > 0 { throw $0.element } } }
        },
    ]

    private static let others = [
        NestingCase(name: "merge") { .merge($0, .empty()) },
        NestingCase(name: "amb") { $0.amb(.never()) },
        NestingCase(name: "deferred") { inner in .deferred { inner } },
        NestingCase(name: "using") { inner in .using({ 0 }, { _ in inner }, release: { _ in }) },
        NestingCase(name: "combineLatest") { .combineLatest(.just(0), $0) { $1 } },
        NestingCase(name: "take(until:)") { $0.take(until: Observable<Int>.never()) },
        NestingCase(name: "share") { $0.share() },
        NestingCase(name: "observeOn") { $0.observeOn(ImmediateScheduler.shared) },
        NestingCase(name: "subscribeOn") { $0.subscribeOn(ImmediateScheduler.shared) },
        NestingCase(name: "delaySubscription") {
            $0.delaySubscription(.seconds(1), scheduler: ImmediateScheduler.shared)
        },
    ]
}

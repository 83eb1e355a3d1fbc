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
        for source in NestedSource.sources {
            for follower in NamedOperator.followers {
                let stream: @Sendable (NestingRun) -> Observable<Int> = { run in
                    follower.build(`operator`.build(source.build().do(onNext: { _ in run.elements.value += 1 })))
                }
                let alone = await NestingRun(of: stream, in: { $0 })
                for outer in NamedOperator.nesting {
                    let nested = await NestingRun(of: stream, in: outer.build)
                    let inner = "\(`operator`.testDescription) of \(source.testDescription)"
                    let name = "\(inner)\(follower.testDescription) in \(outer.testDescription)"
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
            #expect(recorder.events == .failed([1, 10, 2, 20, 3, 30]))
        }
    }
}

extension OperatorCase {
    /// Operators with several sources whose result terminates before all sources do.
    fileprivate static let endingEarly: [OperatorCase] = [
        .init("zip with a shorter first source", [11], { .zip(.just(10), $0) { $0 + $1 } }),
        .init(
            "zip of a collection with a shorter source", [11],
            { Observable<[Int]>.zip([.just(10), $0]).map { $0.reduce(0, +) } }),
        .init("combineLatest with an empty first source", [], { .combineLatest(.empty(), $0) { $0 + $1 } }),
        .init(
            "combineLatest of a collection with an empty source", [],
            { Observable<[Int]>.combineLatest([$0, .empty(), $0]).map { $0.reduce(0, +) } }),
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
private typealias NestedSource = Named<@Sendable () -> Observable<Int>>

extension NestedSource {
    fileprivate static let sources = [
        NestedSource("of(1, 2, 3)") { .of(1, 2, 3) },
        NestedSource("empty") { .empty() },
        NestedSource("error") { .error(TestError()) },
        // The error waits for a paused subscriber, so that it does not overtake the results of tasks.
        NestedSource("a failing source") {
            .unfold(1) { number in
                guard number < 3 else { throw TestError() }
                return (number, number + 1)
            }
        },
        NestedSource("create") {
            .create { observer in
                for number in 1...3 { observer.onNext(number) }
                observer.onCompleted()
                return .none
            }
        },
        NestedSource("a long source truncated by take") { .unfold(1) { ($0, $0 + 1) }.take(100) },
    ]
}

extension NamedOperator {
    /// The operators that are applied to the inner operator, inside the outer one.
    fileprivate static let followers = [
        NamedOperator("") { $0 },
        NamedOperator(".toArray()") { $0.toArray().map { $0.reduce(0, &+) } },
        NamedOperator(".concat(error)") { $0.concat(.error(TestError("after"))) },
    ]
}

extension NamedOperator {
    /// The operators that subscribe to inner sources, built so that their output equals the output of the inner stream.
    fileprivate static let nesting = flattening + sequencing + others

    private static let flattening = [
        NamedOperator("flatMap") { inner in Observable.just(0).flatMap { _ in inner } },
        // At this depth, operators use the trampoline.
        NamedOperator("17 nested flatMaps") { inner in
            (0..<17).reduce(inner) { inner, _ in Observable.just(0).flatMap { _ in inner } }
        },
        NamedOperator("flatMap(maxConcurrent: 1)") { inner in
            Observable.of(0, 1).flatMap(maxConcurrent: 1) { $0 == 0 ? inner : .empty() }
        },
        NamedOperator("concatMap") { inner in Observable.just(0).concatMap { _ in inner } },
        NamedOperator("concatMap, as the second") { inner in
            Observable.of(0, 1).concatMap { $0 == 0 ? .empty() : inner }
        },
        NamedOperator("flatMapFirst") { inner in Observable.just(0).flatMapFirst { _ in inner } },
        NamedOperator("flatMapLatest") { inner in Observable.just(0).flatMapLatest { _ in inner } },
        NamedOperator("merge(maxConcurrent: 2)") { Observable.of($0, .empty()).merge(maxConcurrent: 2) },
        NamedOperator("merge of streams") { Observable.of(.empty(), $0).merge() },
        NamedOperator("concat of streams") { Observable.of(.empty(), $0).concat() },
        NamedOperator("switchLatest") { Observable.of(.empty(), $0).switchLatest() },
    ]

    private static let sequencing = [
        NamedOperator("concat") { .concat([.empty(), $0, .empty()]) },
        NamedOperator("startWith") { $0.startWith() },
        NamedOperator("catch") { inner in Observable.error(TestError()).catch { _ in inner } },
        NamedOperator("catch, as the source") { $0.catch { throw $0 } },
        NamedOperator("ifEmpty") { Observable.empty().ifEmpty(switchTo: $0) },
        NamedOperator("retry(1)") { $0.retry(1) },
        NamedOperator("retry(2), as the second attempt") { inner in
            let isFirst = SerialState(true)
            return Observable.deferred {
                defer { isFirst.value = false }
                return isFirst.value ? .error(TestError()) : inner
            }.retry { errors in errors.enumerated().map { if $0.index > 0 { throw $0.element } } }
        },
    ]

    private static let others = [
        NamedOperator("merge") { .merge($0, .empty()) },
        NamedOperator("amb") { $0.amb(.never()) },
        NamedOperator("deferred") { inner in .deferred { inner } },
        NamedOperator("using") { inner in .using({ 0 }, { _ in inner }, release: { _ in }) },
        NamedOperator("combineLatest") { .combineLatest(.just(0), $0) { $1 } },
        NamedOperator("take(until:)") { $0.take(until: Observable<Int>.never()) },
        NamedOperator("share") { $0.share() },
        NamedOperator("observeOn") { $0.observeOn(ImmediateScheduler.shared) },
        NamedOperator("subscribeOn") { $0.subscribeOn(ImmediateScheduler.shared) },
        NamedOperator("delaySubscription") { $0.delaySubscription(.seconds(1), scheduler: ImmediateScheduler.shared) },
    ]
}

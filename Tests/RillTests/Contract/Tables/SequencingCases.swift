import RillTesting
import Testing

@testable import Rill

/// One level of a recursion, which combines an operator in tail position with another operator.
struct MixedLevel: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Observable<Int>) -> Observable<Int>

    static let all = [
        MixedLevel(testDescription: "concat and map") { Observable.empty().concat($0).map { $0 } },
        MixedLevel(testDescription: "concat and do") { Observable.empty().concat($0).do(onNext: { _ in }) },
        MixedLevel(testDescription: "concat and checkpoint") { Observable.empty().concat($0).checkpoint("page") },
        MixedLevel(testDescription: "concat of an array and startWith") { .concat([.empty(), $0]).startWith() },
        MixedLevel(testDescription: "startWith and map") { $0.startWith().map { $0 } },
        MixedLevel(testDescription: "startWith and take") { $0.startWith().take(5) },
        MixedLevel(testDescription: "startWith and take(until:)") {
            $0.startWith().take(until: Observable<Int>.never())
        },
        MixedLevel(testDescription: "startWith and retry") { $0.retry(2).startWith() },
        MixedLevel(testDescription: "startWith and the first source of concat") { $0.concat(.empty()).startWith() },
        MixedLevel(testDescription: "startWith and the source of catch") { $0.catch { throw $0 }.startWith() },
        MixedLevel(testDescription: "catch and map") { next in
            Observable.error(TestError()).catch { _ in next }.map { $0 }
        },
        MixedLevel(testDescription: "ifEmpty and filter") {
            Observable.empty().ifEmpty(switchTo: $0).filter { _ in true }
        },
        MixedLevel(testDescription: "nine times startWith") {
            $0
                .startWith()
                .startWith()
                .startWith()
                .startWith()
                .startWith()
                .startWith()
                .startWith()
                .startWith()
                .startWith()
        },
    ]
}

/// A source that resubscribes or recurses a given number of times.
struct RepeatedSource: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Int) -> Observable<Int>

    static let all = [
        RepeatedSource(testDescription: "recursion through concat") { concat(0, to: $0) },
        RepeatedSource(testDescription: "recursion through catch") { catching(0, to: $0) },
        RepeatedSource(testDescription: "retry") { Observable.just(0).concat(.error(TestError())).retry($0) },
        RepeatedSource(testDescription: "retry(when:)") { count in
            Observable.just(0).concat(.error(TestError())).retry { $0.take(count) }
        },
        RepeatedSource(testDescription: "repeat") { Observable.just(0).repeat($0) },
        RepeatedSource(testDescription: "repeat(when:)") { count in Observable.just(0).repeat { $0.take(count) } },
        RepeatedSource(testDescription: "poll") { _ in Observable.just(0).poll(every: .zero, until: { _ in false }) },
        RepeatedSource(testDescription: "concat of a sequence") { .concat((0..<$0).lazy.map { .just($0) }) },
    ]

    private static func concat(_ number: Int, to end: Int) -> Observable<Int> {
        number == end ? .empty() : Observable.just(number).concat(.deferred { concat(number + 1, to: end) })
    }

    private static func catching(_ number: Int, to end: Int) -> Observable<Int> {
        guard number < end else { return .empty() }
        return Observable.just(number).concat(.error(TestError())).catch { _ in catching(number + 1, to: end) }
    }
}

/// A synchronous stream whose events depend on the subscription order of its sources.
struct DeepCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable () -> Observable<Int>

    static let all = [
        DeepCase(testDescription: "flatMapLatest") { Observable.of(1, 2, 3).flatMapLatest { .just($0) } },
        DeepCase(testDescription: "amb of using") { .amb([using(.just(1)), .just(2)]) },
        DeepCase(testDescription: "withLatestFrom of using") { Observable.of(1, 2).withLatestFrom(using(.just(9))) },
        DeepCase(testDescription: "combineLatest of using") {
            .combineLatest(using(.of(1, 2)), .of(10, 20)) { $0 + $1 }
        },
        DeepCase(testDescription: "merge of using") { .merge(using(.of(1, 2)), .of(3)) },
        DeepCase(testDescription: "take(until:) of using") { Observable.of(1, 2).take(until: using(.just(0))) },
    ]

    private static func using(_ source: Observable<Int>) -> Observable<Int> {
        .using({ 0 }, { _ in source }, release: { _ in })
    }
}

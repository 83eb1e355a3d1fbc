import RillTesting
import Testing

@testable import Rill

/// The sources and operators of `SequencingTests`.
enum SequencingCases {
    /// Levels of a recursion, which combine an operator in tail position with another operator.
    static let mixedLevels = [
        NamedOperator("concat and map") { Observable.empty().concat($0).map { $0 } },
        NamedOperator("concat and do") { Observable.empty().concat($0).do(onNext: { _ in }) },
        NamedOperator("concat and checkpoint") { Observable.empty().concat($0).checkpoint("page") },
        NamedOperator("concat of an array and startWith") { .concat([.empty(), $0]).startWith() },
        NamedOperator("startWith and map") { $0.startWith().map { $0 } },
        NamedOperator("startWith and take") { $0.startWith().take(5) },
        NamedOperator("startWith and take(until:)") { $0.startWith().take(until: Observable<Int>.never()) },
        NamedOperator("startWith and retry") { $0.retry(2).startWith() },
        NamedOperator("startWith and the first source of concat") { $0.concat(.empty()).startWith() },
        NamedOperator("startWith and the source of catch") { $0.catch { throw $0 }.startWith() },
        NamedOperator("catch and map") { next in Observable.error(TestError()).catch { _ in next }.map { $0 } },
        NamedOperator("ifEmpty and filter") { Observable.empty().ifEmpty(switchTo: $0).filter { _ in true } },
        NamedOperator("nine times startWith") {
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

    /// Sources that resubscribe or recurse a given number of times.
    static let repeatedSources = [
        PausableSource("recursion through concat") { concat(0, to: $0) },
        PausableSource("recursion through catch") { catching(0, to: $0) },
        PausableSource("retry") { Observable.just(0).concat(.error(TestError())).retry($0) },
        PausableSource("retry(when:)") { count in
            Observable.just(0).concat(.error(TestError())).retry { $0.take(count) }
        },
        PausableSource("repeat") { Observable.just(0).repeat($0) },
        PausableSource("repeat(when:)") { count in Observable.just(0).repeat { $0.take(count) } },
        PausableSource("poll") { _ in Observable.just(0).poll(every: .zero, until: { _ in false }) },
        PausableSource("concat of a sequence") { .concat((0..<$0).lazy.map { .just($0) }) },
    ]

    private static func concat(_ number: Int, to end: Int) -> Observable<Int> {
        number == end ? .empty() : Observable.just(number).concat(.deferred { concat(number + 1, to: end) })
    }

    private static func catching(_ number: Int, to end: Int) -> Observable<Int> {
        guard number < end else { return .empty() }
        return Observable.just(number).concat(.error(TestError())).catch { _ in catching(number + 1, to: end) }
    }

    typealias Stream = Named<@Sendable () -> Observable<Int>>

    /// Synchronous streams whose events depend on the subscription order of their sources.
    static let deepStreams = [
        Stream("flatMapLatest") { Observable.of(1, 2, 3).flatMapLatest { .just($0) } },
        Stream("amb of using") { .amb([using(.just(1)), .just(2)]) },
        Stream("withLatestFrom of using") { Observable.of(1, 2).withLatestFrom(using(.just(9))) },
        Stream("combineLatest of using") { .combineLatest(using(.of(1, 2)), .of(10, 20)) { $0 + $1 } },
        Stream("merge of using") { .merge(using(.of(1, 2)), .of(3)) },
        Stream("take(until:) of using") { Observable.of(1, 2).take(until: using(.just(0))) },
    ]

    private static func using(_ source: Observable<Int>) -> Observable<Int> {
        .using({ 0 }, { _ in source }, release: { _ in })
    }
}

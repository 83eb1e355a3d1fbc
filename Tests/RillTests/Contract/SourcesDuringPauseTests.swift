import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rules 5.5 and 5.7 of `EventContract.md` if several sources start during one pause.
@Suite("Contract 5.5: several sources during one pause")
struct SourcesDuringPauseTests {
    @Test("5.5 no element is lost if several sources start during a pause", arguments: SourcesDuringPause.all)
    func noElementIsLost(entry: SourcesDuringPause) {
        let kit = TestKit()
        let hot: TestableObservable<String> = kit.hot("-----b-c-|")
        let slow: TestableObservable<String> = kit.cold("----------x|")
        let recording = kit.record {
            entry.build(kit, hot.asObservable()).concatMap { element in slow.map { _ in element } }
        }
        #expect(recording.events.map(\.event) == .completed(entry.first + ["b", "c"]))
    }

    @Test("5.7 an error arrives at the same time whatever precedes concatMap", arguments: 0...4)
    func errorArrivesAtTheSameTime(count: Int) {
        let kit = TestKit()
        let hot: TestableObservable<String> = kit.hot("v-w#")
        let slow: TestableObservable<String> = kit.cold("----------x|")
        let start = (0..<count).map { "\($0)" }
        let recording = kit.record { hot.startWith(contentsOf: start).concatMap { _ in slow.asObservable() } }
        #expect(recording.events.map(\.time.tick) == [3])
    }

    @Test("5.7 an error of a nested operator arrives at the same time", arguments: failingOperators)
    func errorOfNestedOperatorArrivesAtTheSameTime(entry: FailingOperator) {
        for depth in [0, 8, 15, 16, 17, 20, 24, 30] {
            let kit = TestKit()
            let hot: TestableObservable<String> = kit.hot("v-w#")
            let slow: TestableObservable<String> = kit.cold("----------x|")
            let recording = kit.record {
                (0..<depth).reduce(entry.build(hot.asObservable())) { inner, _ in .concat(inner, .empty()) }
                    .concatMap { _ in slow.asObservable() }
            }
            #expect(recording.events.map(\.time.tick) == [3], "at depth \(depth)")
        }
    }

    @Test("5.7 held elements precede the error")
    func heldElementsPrecedeTheError() async throws {
        let taps = PublishSubject<Int>()
        var values: [Int] = []
        await #expect(throws: TestError()) {
            for try await number in taps.startWith(0, 0, 0).values {
                values.append(number)
                if values.count == 1 {
                    taps.onNext(1)
                    taps.onError(TestError())
                }
            }
        }
        #expect(values == [0, 0, 0, 1])
    }

    @Test("5.5 sources do not run ahead without bound while the queue is full")
    func fullQueueLimitsSourcesThatRunAhead() {
        let subscribed = SerialState(0)
        let single = Observable<Int>.create { observer in
            subscribed.value += 1
            observer.onNext(subscribed.value)
            observer.onCompleted()
            return .none
        }
        let nested = Observable.concat((0..<5_000).map { _ in single }).concat(single)
        let (recorder, _) = nested.startWith(0).concatMap { _ in Observable<Int>.never() }.record()
        #expect(subscribed.value < 128)
        #expect(recorder.error == nil)
    }
}

/// An operator whose result fails when its source fails.
typealias FailingOperator = Named<@Sendable (Observable<String>) -> Observable<String>>

extension SourcesDuringPauseTests {
    private static let endless = Observable<String>.unfold(0) { ("\($0)", $0 + 1) }

    static let failingOperators = [
        FailingOperator("none") { $0 },
        FailingOperator("startWith") { $0.startWith("s") },
        FailingOperator("concat") { .concat([.just("s"), $0]) },
        FailingOperator("withLatestFrom") { $0.withLatestFrom(.just("x")) },
        FailingOperator("zip") { .zip($0, endless) { $0 + $1 } },
        FailingOperator("zip, second") { .zip(endless, $0) { $0 + $1 } },
        FailingOperator("zip of a collection") { Observable<[String]>.zip([$0, endless]).map { $0.joined() } },
        FailingOperator("combineLatest") { .combineLatest($0, .just("x")) { $0 + $1 } },
        FailingOperator("combineLatest of a collection") {
            Observable<[String]>.combineLatest([$0, .just("x")]).map { $0.joined() }
        },
        FailingOperator("flatMapLatest") { $0.flatMapLatest { .just($0) } },
        FailingOperator("flatMapLatest, inner") { hot in Observable.just(0).flatMapLatest { _ in hot } },
        FailingOperator("merge") { .merge($0, .never()) },
        FailingOperator("flatMap") { $0.flatMap { .just($0) } },
    ]
}

/// A stream whose last source is hot, and whose other sources end during one pause.
struct SourcesDuringPause: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first: [String]
    let build: @Sendable (TestKit, Observable<String>) -> Observable<String>

    private init(
        _ name: String, _ first: [String],
        _ build: @escaping @Sendable (TestKit, Observable<String>) -> Observable<String>
    ) {
        testDescription = name
        self.first = first
        self.build = build
    }

    private static func cold(_ kit: TestKit, _ diagram: String) -> Observable<String> {
        kit.cold(diagram).asObservable()
    }

    static let all: [SourcesDuringPause] = [
        .init("concat of three", ["a", "m"]) { kit, hot in .concat([cold(kit, "a-|"), cold(kit, "m|"), hot]) },
        .init("concat of four", ["a", "m", "n"]) { kit, hot in
            .concat([cold(kit, "a|"), cold(kit, "m|"), cold(kit, "n|"), hot])
        },
        .init("concat, nested", ["a", "m"]) { kit, hot in
            cold(kit, "a-|").concat(cold(kit, "m|"), line: 1).concat(hot)
        },
        .init("concat in a loop", ["a", "m"]) { kit, hot in
            [cold(kit, "m|"), hot].reduce(cold(kit, "a-|")) { $0.concat($1) }
        },
        .init("concat, nested on the right", ["a", "m", "n"]) { kit, hot in
            cold(kit, "a-|").concat(cold(kit, "m|").concat(cold(kit, "n|").concat(hot)))
        },
        .init("startWith, then concat", ["s", "t"]) { kit, hot in cold(kit, "--|").startWith("s", "t").concat(hot) },
        .init("startWith, map, then concat", ["s", "t", "u"]) { kit, hot in
            cold(kit, "--|").startWith("s", "t", "u").map { $0 }.take(9).concat(hot)
        },
        .init("catch, then concat", ["a", "m"]) { kit, hot in
            cold(kit, "a-#").catch { _ in cold(kit, "m|") }.concat(hot)
        },
        .init("ifEmpty, then concat", ["s", "m"]) { kit, hot in
            cold(kit, "-|").ifEmpty(switchTo: cold(kit, "m|")).startWith("s").concat(hot)
        },
        .init("retry, then concat", ["s", "t", "a"]) { kit, hot in
            let isFirst = SerialState(true)
            let attempts = Observable<String>.deferred {
                defer { isFirst.value = false }
                return isFirst.value ? cold(kit, "-#") : cold(kit, "a-|")
            }
            return attempts.retry(2).startWith("s", "t").concat(hot)
        },
        .init("repeat, then concat", ["a", "a"]) { kit, hot in cold(kit, "a-|").repeat(2).concat(hot) },
        .init("flatMapLatest, then concat", ["s", "t"]) { kit, hot in
            Observable.just(0).flatMapLatest { _ in cold(kit, "--|").startWith("s", "t") }.concat(hot)
        },
        .init("switchLatest, then concat", ["s", "t"]) { kit, hot in
            Observable.just(cold(kit, "--|").startWith("s", "t")).switchLatest().concat(hot)
        },
        .init("merge, then concat", ["s", "t"]) { kit, hot in
            Observable.merge(cold(kit, "--|").startWith("s", "t"), .empty()).concat(hot)
        },
        .init("timeout, then concat", ["s", "m"]) { kit, hot in
            Observable.never().timeout(.seconds(2), other: cold(kit, "m|"), scheduler: kit.scheduler).startWith("s")
                .concat(hot)
        },
    ]
}

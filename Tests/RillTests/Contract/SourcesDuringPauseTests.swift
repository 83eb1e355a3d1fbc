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
        #expect(recording.values == entry.first + ["b", "c"])
        #expect(recording.isCompleted)
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

    @Test("5.7 an error of a nested operator arrives at the same time", arguments: FailingOperator.all)
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
struct FailingOperator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (Observable<String>) -> Observable<String>

    private static let endless = Observable<String>.unfold(0) { ("\($0)", $0 + 1) }

    static let all = [
        FailingOperator(testDescription: "none") { $0 },
        FailingOperator(testDescription: "startWith") { $0.startWith("s") },
        FailingOperator(testDescription: "concat") { .concat([.just("s"), $0]) },
        FailingOperator(testDescription: "withLatestFrom") { $0.withLatestFrom(.just("x")) },
        FailingOperator(testDescription: "zip") { .zip($0, endless) { $0 + $1 } },
        FailingOperator(testDescription: "zip, second") { .zip(endless, $0) { $0 + $1 } },
        FailingOperator(testDescription: "zip of a collection") {
            Observable<[String]>.zip([$0, endless]).map { $0.joined() }
        },
        FailingOperator(testDescription: "combineLatest") { .combineLatest($0, .just("x")) { $0 + $1 } },
        FailingOperator(testDescription: "combineLatest of a collection") {
            Observable<[String]>.combineLatest([$0, .just("x")]).map { $0.joined() }
        },
        FailingOperator(testDescription: "flatMapLatest") { $0.flatMapLatest { .just($0) } },
        FailingOperator(testDescription: "flatMapLatest, inner") { hot in
            Observable.just(0).flatMapLatest { _ in hot }
        },
        FailingOperator(testDescription: "merge") { .merge($0, .never()) },
        FailingOperator(testDescription: "flatMap") { $0.flatMap { .just($0) } },
    ]
}

/// A stream whose last source is hot, and whose other sources end during one pause.
struct SourcesDuringPause: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first: [String]
    let build: @Sendable (TestKit, Observable<String>) -> Observable<String>

    private static func cold(_ kit: TestKit, _ diagram: String) -> Observable<String> {
        kit.cold(diagram).asObservable()
    }

    static let all = [
        SourcesDuringPause(testDescription: "concat of three", first: ["a", "m"]) { kit, hot in
            .concat([cold(kit, "a-|"), cold(kit, "m|"), hot])
        },
        SourcesDuringPause(testDescription: "concat of four", first: ["a", "m", "n"]) { kit, hot in
            .concat([cold(kit, "a|"), cold(kit, "m|"), cold(kit, "n|"), hot])
        },
        SourcesDuringPause(testDescription: "concat, nested", first: ["a", "m"]) { kit, hot in
            cold(kit, "a-|").concat(cold(kit, "m|"), line: 1).concat(hot)
        },
        SourcesDuringPause(testDescription: "concat in a loop", first: ["a", "m"]) { kit, hot in
            [cold(kit, "m|"), hot].reduce(cold(kit, "a-|")) { $0.concat($1) }
        },
        SourcesDuringPause(testDescription: "concat, nested on the right", first: ["a", "m", "n"]) { kit, hot in
            cold(kit, "a-|").concat(cold(kit, "m|").concat(cold(kit, "n|").concat(hot)))
        },
        SourcesDuringPause(testDescription: "startWith, then concat", first: ["s", "t"]) { kit, hot in
            cold(kit, "--|").startWith("s", "t").concat(hot)
        },
        SourcesDuringPause(testDescription: "startWith, map, then concat", first: ["s", "t", "u"]) { kit, hot in
            cold(kit, "--|").startWith("s", "t", "u").map { $0 }.take(9).concat(hot)
        },
        SourcesDuringPause(testDescription: "catch, then concat", first: ["a", "m"]) { kit, hot in
            cold(kit, "a-#").catch { _ in cold(kit, "m|") }.concat(hot)
        },
        SourcesDuringPause(testDescription: "ifEmpty, then concat", first: ["s", "m"]) { kit, hot in
            cold(kit, "-|").ifEmpty(switchTo: cold(kit, "m|")).startWith("s").concat(hot)
        },
        SourcesDuringPause(testDescription: "retry, then concat", first: ["s", "t", "a"]) { kit, hot in
            let isFirst = SerialState(true)
            let attempts = Observable<String>.deferred {
                defer { isFirst.value = false }
                return isFirst.value ? cold(kit, "-#") : cold(kit, "a-|")
            }
            return attempts.retry(2).startWith("s", "t").concat(hot)
        },
        SourcesDuringPause(testDescription: "repeat, then concat", first: ["a", "a"]) { kit, hot in
            cold(kit, "a-|").repeat(2).concat(hot)
        },
        SourcesDuringPause(testDescription: "flatMapLatest, then concat", first: ["s", "t"]) { kit, hot in
            Observable.just(0).flatMapLatest { _ in cold(kit, "--|").startWith("s", "t") }.concat(hot)
        },
        SourcesDuringPause(testDescription: "switchLatest, then concat", first: ["s", "t"]) { kit, hot in
            Observable.just(cold(kit, "--|").startWith("s", "t")).switchLatest().concat(hot)
        },
        SourcesDuringPause(testDescription: "merge, then concat", first: ["s", "t"]) { kit, hot in
            Observable.merge(cold(kit, "--|").startWith("s", "t"), .empty()).concat(hot)
        },
        SourcesDuringPause(testDescription: "timeout, then concat", first: ["s", "m"]) { kit, hot in
            Observable.never().timeout(.seconds(2), other: cold(kit, "m|"), scheduler: kit.scheduler).startWith("s")
                .concat(hot)
        },
    ]
}

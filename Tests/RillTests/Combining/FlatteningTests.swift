import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of operators on streams of streams: `merge(maxConcurrent:)`, `concat()`, and `switchLatest()`.
@Suite struct FlatteningTests {
    let kit = TestKit()

    @Test(arguments: [
        Row(
            "interleaves streams", .merge, "-f----s--|", first: "-1--2--3--|", second: "-8--9--|",
            result: "--1--2-83-9--|"),
        Row(
            "an error of a stream disposes the others", .merge, "(fs)-----", first: "-1-2-3-4|", second: "--#",
            result: "-1#", subscriptions: ["^-!"], firstSubscriptions: ["^-!"]),
        Row(
            "an error of the source disposes its streams", .merge, "f--#", first: "-1-2-3-4|", result: "-1-#",
            firstSubscriptions: ["^--!"]),
        Row("an empty source", .merge, "--|", result: "--|"),
        Row(
            "one stream after another", .concat, "-f--s--|", first: "-1--2--|", second: "-8--9--|",
            result: "--1--2---8--9--|"),
        Row(
            "an error prevents the subscription to the next stream", .concat, "(fs)|", first: "--#", second: "-1|",
            result: "--#", secondSubscriptions: []),
        Row(
            "the next stream replaces the previous one", .switchLatest, "-f-----s----|", first: "-1--2--3--4--|",
            second: "-8--9--|", result: "--1--2--8--9--|", firstSubscriptions: ["-^-----!"],
            secondSubscriptions: ["-------^------!"]),
        Row("a silent source", .switchLatest, "---", result: "---"),
        Row("an empty source", .switchLatest, "--|", result: "--|"),
        Row(
            "errors of the previous stream are ignored", .switchLatest, "-f--s------|", first: "-----#",
            second: "-8--#", result: "-----8--#", subscriptions: ["^-------!"]),
        Row(
            "an error of the source disposes the latest stream", .switchLatest, "-f--#", first: "-1--2--3",
            result: "--1-#", firstSubscriptions: ["-^--!"]),
        Row(
            "disposal", .switchLatest, "-f------", first: "-1--2--3", result: "--1-", subscriptions: ["^---!"],
            firstSubscriptions: ["-^--!"], disposedAt: 4),
    ])
    func emitsElementsOfStreams(row: Row) {
        let (first, second) = (kit.cold(row.first), kit.cold(row.second))
        let source = kit.hot(row.source, values: ["f": first.asObservable(), "s": second.asObservable()])
        let result = kit.record(disposedAt: row.disposedAt) {
            switch row.operator {
            case .merge: source.merge()
            case .concat: source.concat()
            case .switchLatest: source.switchLatest()
            }
        }
        expectMarbles(result, row.result)
        if let spans = row.subscriptions { #expect(source.subscriptionDifference(from: spans) == nil) }
        if let spans = row.firstSubscriptions { #expect(first.subscriptionDifference(from: spans) == nil) }
        if let spans = row.secondSubscriptions { #expect(second.subscriptionDifference(from: spans) == nil) }
    }

    /// A name, an operator, a source of the streams `f` and `s`, their diagrams, the expected events, and the expected
    /// subscriptions.
    struct Row: Sendable, CustomTestStringConvertible {
        enum Operator {
            case merge
            case concat
            case switchLatest
        }

        let testDescription: String
        let `operator`: Operator
        let source: String
        let first: String
        let second: String
        let result: String
        let subscriptions: [String]?
        let firstSubscriptions: [String]?
        let secondSubscriptions: [String]?
        let disposedAt: Int?

        init(
            _ name: String, _ operator: Operator, _ source: String, first: String = "-", second: String = "-",
            result: String, subscriptions: [String]? = nil, firstSubscriptions: [String]? = nil,
            secondSubscriptions: [String]? = nil, disposedAt: Int? = nil
        ) {
            testDescription = "\(`operator`): \(name)"
            self.operator = `operator`
            self.source = source
            self.first = first
            self.second = second
            self.result = result
            self.subscriptions = subscriptions
            self.firstSubscriptions = firstSubscriptions
            self.secondSubscriptions = secondSubscriptions
            self.disposedAt = disposedAt
        }
    }

    @Test func mergeQueuesStreamsAboveMaxConcurrent() {
        let inner = kit.cold("--a|")
        let source = kit.hot("-(xy)|", values: ["x": inner.asObservable(), "y": inner.asObservable()])
        expectMarbles(kit.record { source.merge(maxConcurrent: 1) }, "---a--a|")
        expectSubscriptions(inner, "-^--!", "----^--!")
    }

    @Test func mergeAcceptsObservableConvertibles() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = Observable.of(subject, subject).merge().record()
        subject.onNext(1)
        subject.onCompleted()
        #expect(recorder.events == .completed([1, 1]))
    }

    @Test func switchLatestAcceptsReentrantStream() {
        let streams = PublishSubject<Observable<Int>>()
        let first = ManualSource()
        let second = ManualSource()
        let (recorder, _) = streams.switchLatest().record { event in
            if event.element == 1 { streams.onNext(second.observable) }
        }
        streams.onNext(first.observable)
        first.send(1, 2)
        second.send(3)
        #expect(recorder.values == [1, 3])
        #expect(first.disposalCount == 1)
    }

    @Test func switchLatestIsIndependentPerSubscriber() {
        let inner = kit.cold("-1-2|")
        let stream = kit.cold("x-|", values: ["x": inner.asObservable()]).switchLatest()
        kit.expectEvents("-1-2|", late: "---1-2|", subscribedAt: 2) { stream }
    }

    @Test func switchLatestReleasesThePreviousStream() {
        let released = SerialState(0)
        let streams = PublishSubject<Observable<Int>>()
        let subscription = streams.switchLatest().subscribe { _ in }
        do {
            let first = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            streams.onNext(first.observable)
        }
        #expect(released.value == 0)
        streams.onNext(.never())
        #expect(released.value == 1)
        subscription.dispose()
    }

    @Test(.tags(.realThreads)) func deliversAllElementsFromTwoThreads() {
        let sources = [ManualSource(), ManualSource()]
        let streams = Observable.from(sources.map(\.observable))
        let (merged, _) = streams.merge().record()
        let (latest, _) = streams.switchLatest().record()
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for number in 0..<2_000 { sources[thread].send(thread * 2_000 + number) }
            sources[thread].send(.completed)
        }
        #expect(merged.values.sorted() == Array(0..<4_000))
        #expect(latest.values == Array(2_000..<4_000))
        #expect([merged, latest].map(\.isCompleted) == [true, true])
    }
}

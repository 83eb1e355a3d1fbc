import RillTesting
import Testing

@testable import Rill

/// Tests that `ErrorTrace` lists the operators that an error passed through.
@Suite struct ErrorTraceTests {
    /// Subscribes to a stream and returns the trace of its error.
    private func trace(_ stream: Observable<Int>, line: UInt = #line) async -> ErrorTrace? {
        await withCheckedContinuation { continuation in
            _ = stream.subscribe(onError: { _ in continuation.resume(returning: ErrorTrace.current) }, line: line)
        }
    }

    @Test func listsOperatorsAndCheckpoints() async throws {
        let tags = Observable<Int>.error(TestError()).map { $0 }.checkpoint("tags")
        let queue = SerialDispatchQueueScheduler(label: "work")
        let trace = try #require(await trace(tags.retry(2).observeOn(queue).filter { _ in true }))
        #expect(trace.description == "tags > retry > observeOn(work) > filter")
        #expect(trace.steps.map(\.name) == ["error", "map", "tags", "retry", "observeOn(work)", "filter", "subscribe"])
        #expect(trace.steps.allSatisfy { $0.file == "RillTests/ErrorTraceTests.swift" })
    }

    @Test func debugDescriptionContainsSourceLocations() async throws {
        let line: UInt = #line
        let stream = Observable<Int>.error(TestError())
            .skip(1)
            .checkpoint("numbers")
        let trace = try #require(await trace(stream, line: line + 7))
        #expect(
            trace.debugDescription == """
                error at RillTests/ErrorTraceTests.swift:\(line + 1)
                skip at RillTests/ErrorTraceTests.swift:\(line + 2)
                numbers at RillTests/ErrorTraceTests.swift:\(line + 3)
                subscribe at RillTests/ErrorTraceTests.swift:\(line + 7)
                """)
        #expect(trace.subscription?.line == line + 7)
    }

    @Test func traceStartsAtOriginOfError() async {
        let stream = Observable.just(1).checkpoint("before").map { _ -> Int in throw TestError() }
            .checkpoint("after")
        #expect(await trace(stream)?.description == "after")
        #expect(await trace(stream)?.steps.map(\.name) == ["map", "after", "subscribe"])
    }

    @Test func listsCheckpointsInOperatorOrder() async {
        let stream = Observable<Int>.error(TestError())
            .checkpoint("one").checkpoint("two").skip(0).take(3).checkpoint("three").scan(0) { $0 + $1 }
        #expect(await trace(stream)?.description == "one > two > skip > take > three > scan")
    }

    /// Expects the description of the trace of each stream.
    private func expect(_ streams: [(String, Observable<Int>)], location: SourceLocation = #_sourceLocation) async {
        for (number, (text, stream)) in streams.enumerated() {
            #expect(await trace(stream)?.description == text, "row \(number + 1): \(text)", sourceLocation: location)
        }
    }

    @Test func combiningOperatorsTraceTheFailedSource() async {
        let good = Observable<Int>.never().checkpoint("good")
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        await expect([
            ("bad > merge", .merge(good, bad)), ("bad > zip", .zip(good, bad) { $0 + $1 }),
            ("bad > zip", .zip(bad, good) { $0 + $1 }), ("bad > zip", .zip(good, good, bad) { $0 + $1 + $2 }),
            ("bad > zip", .zip(bad, good, good) { $0 + $1 + $2 }),
            ("bad > combineLatest", .combineLatest(good, bad) { $0 + $1 }),
            ("bad > zip > map", Observable<[Int]>.zip([good, bad]).map { $0[0] }),
            ("bad > combineLatest > map", Observable<[Int]>.combineLatest([good, bad]).map { $0[0] }),
            ("bad > concat", .concat([.just(1), bad])), ("bad > take", good.take(until: bad)),
            ("bad > startWith", bad.startWith(1)),
        ])
    }

    @Test func flatteningOperatorsTraceTheFailedSource() async {
        let outer = Observable.just(1).checkpoint("outer")
        let bad = Observable<Int>.error(TestError()).checkpoint("inner")
        await expect([
            ("inner > flatMap", outer.flatMap { _ in bad }), ("inner > concatMap", outer.concatMap { _ in bad }),
            ("inner > flatMapLatest", outer.flatMapLatest { _ in bad }), ("inner > flatMap", bad.flatMap { .just($0) }),
            ("inner > flatMapLatest", bad.flatMapLatest { .just($0) }),
        ])
    }

    @Test func traceOmitsErrorsThatWereRecoveredFrom() async {
        let attempts = SerialState(0)
        let stream = Observable<Int>.deferred {
            attempts.value += 1
            return .error(TestError("\(attempts.value)"))
        }
        let recovered = stream.checkpoint("first").catch { _ in .error(TestError()) }
        #expect(await trace(recovered.checkpoint("all"))?.steps.map(\.name) == ["error", "catch", "all", "subscribe"])
        #expect(await trace(stream.retry(3))?.steps.map(\.name) == ["error", "retry", "subscribe"])
    }

    @Test func timedOperatorsAreInTheTrace() async {
        let kit = TestKit()
        let names = SerialState<[String]>([])
        let recordTrace: @Sendable (any Error) -> Void = { _ in
            names.value.append(ErrorTrace.current?.description ?? "")
        }
        let bad = kit.cold("-1-#", values: ["1": 1]).checkpoint("bad")
        let never = Observable<Int>.never()
        let subscriptions = [
            bad.debounce(.seconds(1), scheduler: kit.scheduler), bad.throttle(.seconds(1), scheduler: kit.scheduler),
            bad.delay(.seconds(1), scheduler: kit.scheduler), bad.timeout(.seconds(9), scheduler: kit.scheduler),
            never.timeout(.seconds(10), scheduler: kit.scheduler),
            never.deadline(.seconds(11), scheduler: kit.scheduler),
        ].map { $0.subscribe(onError: recordTrace) }
        #expect(throws: Never.self) { try kit.scheduler.run() }
        #expect(
            names.value == ["bad > debounce", "bad > throttle", "bad > delay", "bad > timeout", "timeout", "deadline"])
        for subscription in subscriptions { #expect(subscription.isDisposed) }
    }

    @Test func sharedErrorHasATracePerSubscriber() async {
        let source = PublishSubject<Int>()
        let shared = source.checkpoint("source").share()
        let names = SerialState<[String]>([])
        for name in ["left", "right"] {
            _ = shared.checkpoint(name).subscribe(
                onError: { _ in names.value.append(ErrorTrace.current?.description ?? "") })
        }
        source.onError(TestError())
        #expect(names.value == ["source > share > left", "source > share > right"])
    }

    @Test func operatorClosuresCanReadTrace() {
        let seen = SerialState<[String]>([])
        let recordTrace: @Sendable () -> Void = { seen.value.append(ErrorTrace.current?.description ?? "") }
        _ = Observable<Int>.error(TestError()).checkpoint("source")
            .do(onError: { _ in recordTrace() })
            .mapError { error in
                recordTrace()
                return error
            }
            .catch { _ in
                recordTrace()
                return .empty()
            }
            .subscribe()
        #expect(seen.value == ["source", "source > do", "source > do > mapError"])
        #expect(ErrorTrace.current == nil)
    }

    @Test func longTracesAreTruncated() async {
        var stream = Observable<Int>.error(TestError())
        for _ in 0..<1_000 { stream = stream.retry(1).skip(0) }
        #expect(await trace(stream)?.steps.count == 64)
    }

    @Test func undeliveredErrorsHaveATrace() {
        let traces = SerialState<[String]>([])
        let recordTrace: UndeliveredErrors.Handler = { _ in traces.value.append(ErrorTrace.current?.description ?? "") }
        UndeliveredErrors.withHandler(recordTrace) {
            _ = Observable<Int>.error(TestError()).checkpoint("tags").subscribe(onNext: { _ in })
        }
        #expect(traces.value == ["tags"])
    }
}

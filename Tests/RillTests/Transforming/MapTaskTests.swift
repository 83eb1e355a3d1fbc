import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct MapTaskTests {
    /// Starts a stream of the numbers up to a count, and waits until the limit of tasks has been reached.
    private func start(
        _ count: Int, limit: Int
    ) async -> (gates: TaskGates, recorder: Recorder<Int>, subscription: Disposable) {
        let gates = TaskGates(count)
        let (recorder, subscription) = Observable.from(0..<count)
            .mapTask(maxConcurrent: limit) { try await gates.pass($0) }.record()
        await gates.started.wait(for: limit)
        return (gates, recorder, subscription)
    }

    @Test func emitsResultsInTheOrderOfTheSource() async {
        let (gates, recorder, _) = await start(3, limit: 3)
        gates.open(2)
        gates.open(1)
        #expect(recorder.events.isEmpty)
        gates.open(0)
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == .completed([0, 10, 20]))
    }

    @Test func waitsForEachTaskByDefault() async {
        let gates = TaskGates(3)
        let source = PublishSubject<Int>()
        let (recorder, _) = source.mapTask { try await gates.pass($0) }.record()
        for number in 0..<3 { source.onNext(number) }
        source.onCompleted()
        for number in 0..<3 {
            #expect(await gates.started.wait(for: number + 1) == Array(0...number))
            gates.open(number)
        }
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == [0, 10, 20])
    }

    @Test func heldResultsCountTowardTheLimit() async {
        let (gates, recorder, _) = await start(4, limit: 2)
        gates.open(1)
        gates.open(0)
        await gates.started.wait(for: 4)
        #expect(Set(gates.started.entries.prefix(2)) == [0, 1])
        gates.open(2)
        gates.open(3)
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == [0, 10, 20, 30])
    }

    @Test func errorFollowsTheResultsOfPrecedingElements() async {
        let (gates, recorder, _) = await start(3, limit: 3)
        gates.fail(1, with: TestError())
        #expect(recorder.events.isEmpty)
        gates.open(0)
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == .failed([0]))
        #expect(await gates.canceled.wait(for: 1) == [2])
    }

    @Test func errorOfTheSourceFollowsTheResults() async {
        let gates = TaskGates(2)
        let source = PublishSubject<Int>()
        let (recorder, _) = source.mapTask(maxConcurrent: 2) { try await gates.pass($0) }.record()
        source.onNext(0)
        source.onNext(1)
        source.onError(TestError())
        await gates.started.wait(for: 2)
        gates.open(1)
        #expect(recorder.events.isEmpty)
        gates.open(0)
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == .failed([0, 10]))
    }

    @Test func heldErrorIsUndeliveredAfterDisposal() async {
        let errors = Log<any Error>()
        let gates = TaskGates(2)
        let source = PublishSubject<Int>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let subscription = UndeliveredErrors.withHandler(handler) {
            source.mapTask(maxConcurrent: 2) { try await gates.pass($0) }.subscribe(onNext: { _ in })
        }
        source.onNext(0)
        source.onError(TestError())
        #expect(errors.entries.isEmpty)
        subscription.dispose()
        #expect(errors.entries.first as? TestError == TestError())
        await gates.canceled.wait(for: 1)
    }

    @Test func disposalCancelsTheTasks() async {
        let (gates, recorder, subscription) = await start(2, limit: 2)
        subscription.dispose()
        #expect(Set(await gates.canceled.wait(for: 2)) == [0, 1])
        #expect(recorder.events.isEmpty)
    }

    @Test func resultsAreHeldWhileTheSubscriberIsPaused() async {
        let gates = TaskGates(2)
        let scope = Scope()
        let (recorder, _) = Observable.of(0, 1).mapTask(maxConcurrent: 2) { number in
            _ = try await gates.pass(number)
            return number
        }
        .do(onNext: { if $0 == 0 { scope.pause() } })
        .startRecording(in: scope)
        await gates.started.wait(for: 2)
        gates.open(1)
        gates.open(0)
        #expect(await recorder.waitForEvents(1, timeout: .seconds(60)))
        #expect(recorder.values == [0])
        scope.open()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == [0, 1])
    }

    @Test func disposalReleasesHeldResults() async {
        final class Token: Sendable {
            let released: Log<Void>

            init(_ created: Log<Void>, _ released: Log<Void>) {
                self.released = released
                created.append(())
            }

            deinit { released.append(()) }
        }
        let gates = TaskGates(2)
        let created = Log<Void>()
        let released = Log<Void>()
        let subscription = Observable.of(0, 1).mapTask(maxConcurrent: 2) { number in
            _ = try await gates.pass(number)
            return Token(created, released)
        }
        .subscribe(onNext: { _ in })
        await gates.started.wait(for: 2)
        gates.open(1)
        await created.wait(for: 1)
        #expect(released.entries.isEmpty)
        subscription.dispose()
        await released.wait(for: 1)
    }

    @Test func errorTraceContainsTheOperatorAfterItsSource() async {
        let traces = Log<String>()
        let failing = Observable.just(1).mapTask { _ -> Int in throw TestError() }
        let mapped = Observable<Int>.just(1).map { _ -> Int in throw TestError() }.mapTask { $0 }
        let recordTrace: @Sendable (any Error) -> Void = { _ in
            traces.append(ErrorTrace.current?.description ?? "")
        }
        _ = failing.subscribe(onError: recordTrace)
        #expect(await traces.wait(for: 1) == ["mapTask"])
        _ = mapped.subscribe(onError: recordTrace)
        #expect(await traces.wait(for: 2) == ["mapTask", "map > mapTask"])
    }

    @Test(arguments: 1...4) func keepsTheOrderOfManyTasks(maxConcurrent: Int) async throws {
        let numbers = try await Observable.from(0..<500).mapTask(maxConcurrent: maxConcurrent) { number in
            for _ in 0..<(number * 7 % 5) { await Task.yield() }
            return number
        }.collected()
        #expect(numbers == Array(0..<500))
    }
}

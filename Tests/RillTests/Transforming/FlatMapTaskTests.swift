import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct FlatMapTaskTests {
    @Test func emitsResultsInTheOrderInWhichTheyArrive() async {
        let gates = TaskGates(3)
        let reader = Observable.of(0, 1, 2).flatMapTask { try await gates.pass($0) }.testReader(timeout: .seconds(60))
        await gates.started.wait(for: 3)
        for number in [2, 0, 1] {
            gates.open(number)
            await reader.expectNext(number * 10)
        }
        await reader.expectCompleted()
    }

    @Test func limitsTheConcurrentTasks() async {
        let gates = TaskGates(4)
        let reader = Observable.from(0..<4).flatMapTask(maxConcurrent: 2) { try await gates.pass($0) }
            .testReader(timeout: .seconds(60))
        await gates.started.wait(for: 2)
        for number in 0..<4 {
            gates.open(number)
            await reader.expectNext(number * 10)
            await gates.started.wait(for: min(number + 3, 4))
            #expect(gates.started.entries.count <= number + 3)
        }
        await reader.expectCompleted()
    }

    @Test func errorCancelsTheOtherTasks() async {
        let gates = TaskGates(3)
        let (recorder, _) = Observable.of(0, 1, 2).flatMapTask { try await gates.pass($0) }.record()
        await gates.started.wait(for: 3)
        gates.fail(1, with: TestError())
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == .failed())
        #expect(Set(await gates.canceled.wait(for: 2)) == [0, 2])
    }

    @Test func disposalCancelsTheTasks() async {
        let gates = TaskGates(2)
        let (recorder, subscription) = Observable.of(0, 1).flatMapTask { try await gates.pass($0) }.record()
        await gates.started.wait(for: 2)
        subscription.dispose()
        #expect(Set(await gates.canceled.wait(for: 2)) == [0, 1])
        #expect(recorder.events.isEmpty)
    }

    @Test func queueOverflowFailsTheResult() async {
        let gates = TaskGates(1)
        let source = ManualSource()
        let (recorder, _) = source.observable.flatMapTask(maxConcurrent: 1) { _ in try await gates.pass(0) }.record()
        for number in 0..<1_100 { source.send(number) }
        #expect((recorder.error as? StreamError)?.code == .bufferOverflow)
        await gates.canceled.wait(for: 1)
    }

    @Test func resultsAreHeldWhileTheSubscriberIsPaused() async {
        let gates = TaskGates(3)
        let scope = Scope()
        let (recorder, _) = Observable.of(0, 1, 2).flatMapTask { try await gates.pass($0) }
            .do(onNext: { _ in scope.pause() }).startRecording(in: scope)
        await gates.started.wait(for: 3)
        for number in 0..<3 { gates.open(number) }
        for count in 1...3 {
            #expect(await recorder.waitForEvents(count, timeout: .seconds(60)))
            #expect(recorder.values.count == count)
            scope.open()
        }
        #expect(await recorder.waitForEnd())
        #expect(Set(recorder.values) == [0, 10, 20])
    }

    @Test func errorTraceContainsTheOperatorOnce() async {
        let traces = Log<String>()
        _ = Observable.just(1).flatMapTask { _ -> Int in throw TestError() }.subscribe(onError: { _ in
            traces.append(ErrorTrace.current?.description ?? "")
        })
        #expect(await traces.wait(for: 1) == ["flatMapTask"])
    }
}

import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Part 1 of `EventContract.md`: the grammar and the order of events.
@Suite("Contract 1: events")
struct GrammarTests {
    @Test("1.1 next* (error | completed)?: elements, then completed", .contract, arguments: OperatorCase.all)
    func emitsElementsThenCompletes(operator: OperatorCase) async {
        let (recorder, _) = `operator`.build(.of(1, 2, 3)).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
        #expect(recorder.isCompleted)
        #expect(recorder.endCount == 1)
    }

    @Test(
        "1.1 next* (error | completed)?: the same from a manual source", .contract, arguments: OperatorCase.all
    )
    func emitsElementsOfManualSource(operator: OperatorCase) async {
        let source = ManualSource()
        let (recorder, _) = `operator`.build(source.observable).record()
        source.send(1, 2, 3, thenComplete: true)
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
        #expect(recorder.isCompleted)
    }

    @Test(
        "1.1 next* (error | completed)?: an error is forwarded or recovered from", .contract,
        arguments: OperatorCase.all)
    func errorIsForwardedOrRecoveredFrom(operator: OperatorCase) async {
        let (recorder, _) = `operator`.build(.error(TestError())).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.endCount == 1)
        if let recovered = `operator`.recovers {
            #expect(recorder.values == recovered)
            #expect(recorder.isCompleted)
        } else {
            #expect(recorder.error as? TestError == TestError())
        }
    }

    @Test(
        "1.1 next* (error | completed)?: an empty source completes the result once", .contract,
        arguments: OperatorCase.all)
    func emptySourceCompletesTheResultOnce(operator: OperatorCase) async {
        let (recorder, _) = `operator`.build(.empty()).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.endCount == 1)
        #expect(recorder.isCompleted)
    }

    @Test("1.1 next* (error | completed)?: a silent source causes no event", .contract, arguments: OperatorCase.all)
    func silentSourceCausesNoEvent(operator: OperatorCase) {
        let (recorder, subscription) = `operator`.build(.never()).record()
        #expect(recorder.endCount == 0)
        #expect(Set(recorder.values).isSubset(of: [8, 9]))  // the elements added by startWith and concat
        subscription.dispose()
        #expect(recorder.endCount == 0)
    }

    @Test("1.2 no event follows the terminal event", .contract, arguments: OperatorCase.all)
    func noEventFollowsTheTerminalEvent(operator: OperatorCase) async {
        let source = ManualSource()
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let (recorder, _) = UndeliveredErrors.withHandler(handler) { `operator`.build(source.observable).record() }
        source.send(1, 2, 3, thenComplete: true)
        #expect(await recorder.waitForEnd())
        let count = recorder.events.count
        source.send(4, 5, thenComplete: true)
        source.send(.error(TestError("late")))
        #expect(recorder.events.count == count)
    }

    @Test("1.4 a reentrant event is delivered after the current one", .contract, arguments: OperatorCase.all)
    func reentrantEventIsDeliveredAfterTheCurrentOne(operator: OperatorCase) async {
        let source = ManualSource()
        let sendRest = Disposable {
            source.send(2, 3, thenComplete: true)
        }
        let (recorder, _) = `operator`.build(source.observable).record { event in
            // The first element from the source, not one that the operator adds.
            if let value = event.element, ![8, 9].contains(value) { sendRest.dispose() }
        }
        source.send(1)
        if recorder.endCount == 0 { sendRest.dispose() }
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
    }

    @Test("1.5 an error thrown by a closure terminates the stream", .contract, arguments: OperatorCase.throwing)
    func errorThrownByClosureTerminatesTheStream(operator: OperatorCase) async throws {
        let build = try #require(`operator`.buildThrowing)
        let source = ManualSource()
        let (recorder, _) = build(source.observable).record()
        source.send(1)
        source.send(2, thenComplete: true)
        #expect(await recorder.waitForEnd())
        #expect(recorder.values.isEmpty)
        #expect(recorder.error as? TestError == TestError())
        #expect(source.disposalCount == source.subscriptionCount)
    }

    @Test("1.6 each subscriber has its own stream", .contract, arguments: OperatorCase.all)
    func eachSubscriberHasItsOwnStream(operator: OperatorCase) async {
        let observable = `operator`.build(.of(1, 2, 3))
        let recorders = (0..<2).map { _ in observable.record().recorder }
        for recorder in recorders {
            #expect(await recorder.waitForEnd())
            #expect(recorder.values == `operator`.output)
        }
    }
}

extension OperatorCase {
    static let throwing = all.filter { $0.buildThrowing != nil }
    static let synchronous = all.filter(\.isSynchronous)
}

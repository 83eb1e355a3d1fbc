import RillTesting
import Testing

@testable import Rill

/// Part 1 of `EventContract.md`: what comes, and how.
@Suite("Contract 1: events")
struct GrammarTests {
    @Test("1.1 next* (error | completed)?: values, then completed", .contract, arguments: OperatorCase.all)
    func valuesThenCompleted(operator: OperatorCase) async {
        let (recorder, _) = `operator`.build(.of(1, 2, 3)).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
        #expect(recorder.isCompleted)
        #expect(recorder.endCount == 1)
    }

    @Test(
        "1.1 next* (error | completed)?: the same from a source that is sent to", .contract, arguments: OperatorCase.all
    )
    func valuesFromManualSource(operator: OperatorCase) async {
        let source = ManualSource()
        let (recorder, _) = `operator`.build(source.observable).record()
        source.send(1, 2, 3, thenComplete: true)
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
        #expect(recorder.isCompleted)
    }

    @Test(
        "1.1 next* (error | completed)?: an error comes out, or is recovered from", .contract,
        arguments: OperatorCase.all)
    func failure(operator: OperatorCase) async {
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
        "1.1 next* (error | completed)?: an empty source ends the result once", .contract, arguments: OperatorCase.all)
    func empty(operator: OperatorCase) async {
        let (recorder, _) = `operator`.build(.empty()).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.endCount == 1)
        #expect(recorder.isCompleted)
    }

    @Test("1.1 next* (error | completed)?: a silent source adds no event", .contract, arguments: OperatorCase.all)
    func never(operator: OperatorCase) {
        let (recorder, subscription) = `operator`.build(.never()).record()
        #expect(recorder.endCount == 0)
        #expect(Set(recorder.values).isSubset(of: [8, 9]))  // what startWith and concat add themselves
        subscription.dispose()
        #expect(recorder.endCount == 0)
    }

    @Test("1.2 nothing after the end, whatever the source sends", .contract, arguments: OperatorCase.all)
    func nothingAfterTheEnd(operator: OperatorCase) async {
        let source = ManualSource()
        let errors = Recorder<Never>()
        let handler: UndeliveredErrors.Handler = { errors.take(.error($0)) }
        let (recorder, _) = UndeliveredErrors.withHandler(handler) { `operator`.build(source.observable).record() }
        source.send(1, 2, 3, thenComplete: true)
        #expect(await recorder.waitForEnd())
        let count = recorder.events.count
        source.send(4, 5, thenComplete: true)
        source.send(.error(TestError("late")))
        #expect(recorder.events.count == count)
    }

    @Test("1.4 an event sent from inside another comes after it", .contract, arguments: OperatorCase.all)
    func reentrant(operator: OperatorCase) async {
        let source = ManualSource()
        let fromInside = Disposable {
            source.send(2, 3, thenComplete: true)
        }
        let (recorder, _) = `operator`.build(source.observable).record { event in
            // The first value from the source, not one that the operator adds itself.
            if let value = event.element, ![8, 9].contains(value) { fromInside.dispose() }
        }
        source.send(1)
        if recorder.endCount == 0 { fromInside.dispose() }
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == `operator`.output)
        #expect(!recorder.hasOverlap)
    }

    @Test("1.5 a closure that throws ends the stream with its error", .contract, arguments: OperatorCase.throwing)
    func closureThrows(operator: OperatorCase) async throws {
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

    @Test("1.6 each subscriber has a stream of its own", .contract, arguments: OperatorCase.all)
    func twoSubscribers(operator: OperatorCase) async {
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

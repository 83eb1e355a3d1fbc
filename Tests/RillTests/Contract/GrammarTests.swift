import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of part 1 of `EventContract.md`: the rules about events that `ContractSuite` does not check.
@Suite("Contract 1: events")
struct GrammarTests {
    @Test("1.1 next* (error | completed)?: a silent source causes no event", .contract, arguments: OperatorCase.all)
    func sourceThatNeverEmitsCausesNoTerminalEvent(operator: OperatorCase) {
        let (recorder, subscription) = `operator`.build(.never()).record()
        #expect(recorder.endCount == 0)
        #expect(Set(recorder.values).isSubset(of: [8, 9]))  // the elements added by startWith and concat
        subscription.dispose()
        #expect(recorder.endCount == 0)
    }

    @Test("1.5 an error thrown by a closure terminates the stream", .contract, arguments: OperatorCase.throwing)
    func errorThrownByClosureTerminatesTheStream(operator: OperatorCase) async throws {
        let build = try #require(`operator`.buildThrowing)
        let source = ManualSource()
        let (recorder, _) = build(source.observable).record()
        source.send(1)
        source.send(2, thenComplete: true)
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == .failed())
        #expect(source.disposalCount == source.subscriptionCount)
    }
}

extension OperatorCase {
    static let throwing = all.filter { $0.buildThrowing != nil }
    static let synchronous = all.filter(\.isSynchronous)
}

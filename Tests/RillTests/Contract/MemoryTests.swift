import RillTesting
import Testing

@testable import Rill

/// Tests of rules 3.4 and 3.5 of `EventContract.md`: subscriptions release all their memory.
@Suite("Contract 3: memory")
struct MemoryTests {
    @Test("3.4 terminated subscriptions release all memory", .contract, arguments: OperatorCase.all)
    func terminatedSubscriptionsReleaseAllMemory(operator: OperatorCase) async {
        let ledger = Ledger()
        let census = Census()
        await endAll(`operator`, ledger, census)
        await expect("after the release of the handles", `operator`) { census.alive == 0 && ledger.retained.isEmpty }
    }

    @Test("3.5 an unreferenced subscription is released with its source", .contract, arguments: OperatorCase.droppable)
    func unreferencedSubscriptionIsReleased(operator: OperatorCase) async {
        let ledger = Ledger()
        let census = Census()
        drop(`operator`, ledger, census)
        await withKnownIssue("retry(when:) retains itself while it waits for its trigger") {
            await expect("after the release of all references", `operator`) {
                census.alive == 0 && census.isBalanced && ledger.entries.isEmpty && ledger.retained.isEmpty
            }
        } when: {
            `operator`.testDescription == "retry when, as the trigger"
        }
    }

    /// Completes a third of the subscriptions, fails a third, and disposes a third, while handles and sources are
    /// retained.
    private func endAll(_ operator: OperatorCase, _ ledger: Ledger, _ census: Census) async {
        let sources = (0..<3).map { _ in CountedSource(census, sendsAfterDisposal: false) }
        let handles = ledger.watch {
            sources.map { subscribe(to: `operator`, $0, census) }
        }
        #expect(ledger.entries.count >= handles.joined().count)
        for source in sources { source.send(.next(1)) }
        for handle in handles[2] { handle.dispose() }
        // Only the sources themselves remain.
        await expect("while the handles are retained", `operator`) {
            sources[0].send(.completed)
            // Operators that retry subscribe again after each error.
            for _ in 0..<5 { sources[1].send(.error(TestError())) }
            return census.alive == sources.count && census.isBalanced && ledger.entries.isEmpty
                && ledger.retained.isEmpty
        }
        withExtendedLifetime((sources, handles)) {}
    }

    private func drop(_ operator: OperatorCase, _ ledger: Ledger, _ census: Census) {
        let source = CountedSource(census)
        let handles = ledger.watch { subscribe(to: `operator`, source, census) }
        source.send(.next(1))
        withExtendedLifetime((source, handles)) {}
    }

    private func subscribe(to operator: OperatorCase, _ source: CountedSource, _ census: Census) -> [Disposable] {
        let stream = `operator`.build(source.observable)
        return (0..<34).map { _ in
            let token = Census.Token(of: census)
            return stream.subscribe { _ in withExtendedLifetime(token) {} }
        }
    }

    /// Expects a condition to hold immediately, or, for operators on a queue, eventually.
    private func expect(
        _ moment: Comment, _ operator: OperatorCase, sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: @escaping @Sendable () -> Bool
    ) async {
        let holds = `operator`.isSynchronous ? condition() : await eventually(condition)
        #expect(holds, moment, sourceLocation: sourceLocation)
    }
}

extension OperatorCase {
    /// The operators that have no real timer, which would retain pending elements.
    fileprivate static let droppable = all.filter { $0.testDescription != "buffer by time, on a queue" }
}

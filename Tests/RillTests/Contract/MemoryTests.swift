import RillTesting
import Testing

@testable import Rill

/// Rules 3.4 and 3.5 of `EventContract.md`: what a subscription takes in memory, it gives back.
@Suite("Contract 3: memory")
struct MemoryTests {
    @Test("3.4 however subscriptions end, nothing of them stays in memory", .contract, arguments: OperatorCase.all)
    func returnsToZero(operator: OperatorCase) async {
        let ledger = Ledger()
        let census = Census()
        await endAll(`operator`, ledger, census)
        await expect("besides the handles", `operator`) { census.alive == 0 && ledger.retained.isEmpty }
    }

    @Test("3.5 a subscription that nobody holds goes with its source", .contract, arguments: OperatorCase.droppable)
    func dropped(operator: OperatorCase) async {
        let ledger = Ledger()
        let census = Census()
        drop(`operator`, ledger, census)
        await withKnownIssue("retry(when:) holds itself while it waits for its trigger") {
            await expect("after all was dropped", `operator`) {
                census.alive == 0 && census.isEven && ledger.entries.isEmpty && ledger.retained.isEmpty
            }
        } when: {
            `operator`.testDescription == "retry when, as the trigger"
        }
    }

    /// A third completes, a third fails and a third is disposed; their handles and sources are held to the end.
    private func endAll(_ operator: OperatorCase, _ ledger: Ledger, _ census: Census) async {
        let sources = (0..<3).map { _ in CountedSource(census, isCareless: false) }
        let handles = ledger.watch {
            sources.map { subscribe(to: `operator`, $0, census) }
        }
        #expect(ledger.entries.count >= handles.joined().count)
        for source in sources { source.send(.next(1)) }
        for handle in handles[2] { handle.dispose() }
        // What is left in the end are the sources themselves.
        await expect("while the handles are held", `operator`) {
            sources[0].send(.completed)
            // Once more for each attempt of those that try again.
            for _ in 0..<5 { sources[1].send(.error(TestError())) }
            return census.alive == sources.count && census.isEven && ledger.entries.isEmpty && ledger.retained.isEmpty
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

    /// Expects it at once, or, where a queue is at work, within a while.
    private func expect(
        _ moment: Comment, _ operator: OperatorCase, sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: @escaping @Sendable () -> Bool
    ) async {
        let holds = `operator`.isSynchronous ? condition() : await eventually(condition)
        #expect(holds, moment, sourceLocation: sourceLocation)
    }
}

extension OperatorCase {
    /// Those that no real timer holds, which has a value to deliver later.
    fileprivate static let droppable = all.filter { $0.testDescription != "buffer by time, on a queue" }
}

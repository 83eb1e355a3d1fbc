import Dispatch
import RillTesting

@testable import Rill

/// Runs a program whose sources send from threads, and compares the properties that are the same in every run.
final class GraphThreadRun: @unchecked Sendable {  // `count` is touched by one event after the other
    private let program: GraphProgram
    private let builder = GraphBuilder()
    private let ledger = Ledger()
    private let recorder = Recorder<Int>()
    private var count = 0

    private init(_ program: GraphProgram) {
        self.program = program
    }

    /// Runs a program and compares.
    static func check(_ program: GraphProgram) async -> GraphOutcome {
        guard let order = program.graph.order, let whole = try? program.expectation().whole,
            whole.last?.signal.isTerminal ?? false
        else { return .undetermined }
        let run = GraphThreadRun(program)
        let faults = await run.run()
        let actual = run.recorder.events.map { ScriptedSignal(time: 0, signal: Signal($0)) }
        let isPart = order == .exact ? whole.starts(with: actual) : actual.sorted.isSelection(of: whole.sorted)
        let agrees = isPart && program.accepts(actual.count, of: whole.count)
        return agrees && faults.isEmpty ? .agrees : .differs(expected: whole, actual: actual, faults: faults)
    }

    private func run() async -> [String] {
        ledger.watch { subscribe() }
        var faults: [String] = []
        if program.disposal == .atTheEnd, !(await recorder.waitForEnd()) { return [GraphOutcome.hang] }
        let isClean = await eventually { [self] in
            ledger.entries.isEmpty && ledger.retained.isEmpty && builder.openResources == 0
        }
        if !isClean {
            faults.append(GraphOutcome.hang)
            faults.append(
                """
                left open: \(ledger.entries); left in memory: \(ledger.retained); \
                \(builder.openResources) sources or resources are still in use
                """)
        }
        if recorder.hasOverlap { faults.append("an event came while another was delivered") }
        return faults
    }

    /// Subscribes with a scope of its own, which can be stopped while the first events are delivered.
    private func subscribe() {
        let scope = Scope("subscribe", Place(#fileID, #line))
        builder.build(program.graph).start(
            Observer(scope) { [self] event in
                count += 1
                // Recorded first: the run is over when the source is cleaned up.
                recorder.take(event)
                if event.isTerminal || program.disposal == .insideEvent(count) { scope.stop() }
                if program.demand == .oneByOne { scope.pause() }
                if program.demand == .oneByOne { DispatchQueue.global().async { scope.open() } }
                if program.disposal == .elsewhere(count) { DispatchQueue.global().async { scope.stop() } }
            })
    }
}

extension GraphProgram {
    /// Whether so many of a graph's events may have been delivered before the disposal.
    fileprivate func accepts(_ count: Int, of whole: Int) -> Bool {
        switch disposal {
        case .atTheEnd, .afterTime: count == whole
        case .insideEvent(let last): count == min(last, whole)
        case .elsewhere(let last): count >= min(last, whole)
        }
    }
}

extension [ScriptedSignal] {
    /// The values in ascending order, then the end.
    var sorted: [ScriptedSignal] {
        map { ScriptedSignal(time: 0, signal: $0.signal) }.sorted { $0.signal.rank < $1.signal.rank }
    }

    /// Whether all elements occur in another list, in the same order.
    func isSelection(of whole: [ScriptedSignal]) -> Bool {
        var rest = whole[...]
        for event in self {
            guard let place = rest.firstIndex(of: event) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }
}

extension Signal {
    fileprivate var rank: Int {
        if case .next(let value) = self { value } else { .max }
    }
}

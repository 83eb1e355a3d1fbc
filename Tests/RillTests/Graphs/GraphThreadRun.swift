import Dispatch
import RillTestSupport
import RillTesting

@testable import Rill

/// Runs a program whose sources send events from threads, and compares the properties that are the same in every run.
final class GraphThreadRun: @unchecked Sendable {  // `count` is accessed only during the serial delivery of events
    private let program: GraphProgram
    private let builder = GraphBuilder()
    private let ledger = Ledger()
    private let recorder = Recorder<Int>()
    private let overlap = OverlapDetector()
    private let overlaps = Faults()
    private var count = 0

    private init(_ program: GraphProgram) {
        self.program = program
    }

    /// Runs a program and compares its events with the model.
    static func check(_ program: GraphProgram) async -> GraphOutcome {
        guard let order = program.graph.order, let complete = try? program.expectation().complete,
            complete.last?.signal.isTerminal ?? false
        else { return .undetermined }
        let run = GraphThreadRun(program)
        let faults = await run.run()
        let actual = run.recorder.events.map { ScriptedSignal(time: 0, signal: Signal($0)) }
        let isPart = order == .exact ? complete.starts(with: actual) : actual.sorted.isSubsequence(of: complete.sorted)
        let agrees = isPart && program.accepts(actual.count, of: complete.count)
        return agrees && faults.isEmpty ? .agrees : .differs(expected: complete, actual: actual, faults: faults)
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
                still open: \(ledger.entries); retained: \(ledger.retained); \
                \(builder.openResources) sources or resources are still in use
                """)
        }
        return faults + overlaps.all
    }

    /// Subscribes with a separate scope that can be stopped during the delivery of the first events.
    private func subscribe() {
        let scope = Scope("subscribe", CallSite(#fileID, #line))
        builder.build(program.graph).start(
            Observer(scope) { [self] event in
                count += 1
                // Record the event first, because the run ends as soon as the source is cleaned up.
                overlap.deliver {
                    recorder.receive(event)
                } onOverlap: {
                    overlaps.add("\(event) arrived during another")
                }
                if event.isTerminal || program.disposal == .insideEvent(count) { scope.stop() }
                if program.demand == .oneByOne { scope.pause() }
                if program.demand == .oneByOne { DispatchQueue.global().async { scope.open() } }
                if program.disposal == .otherThread(count) { DispatchQueue.global().async { scope.stop() } }
            })
    }
}

extension GraphProgram {
    /// Returns whether the subscriber may have received a number of events before the disposal.
    fileprivate func accepts(_ count: Int, of total: Int) -> Bool {
        switch disposal {
        case .atTheEnd, .afterTime: count == total
        case .insideEvent(let last): count == min(last, total)
        case .otherThread(let last): count >= min(last, total)
        }
    }
}

extension [ScriptedSignal] {
    /// The elements in ascending order, followed by the terminal event.
    var sorted: [ScriptedSignal] {
        map { ScriptedSignal(time: 0, signal: $0.signal) }.sorted { $0.signal.rank < $1.signal.rank }
    }

    /// Returns whether all elements occur in another list, in the same order.
    func isSubsequence(of other: [ScriptedSignal]) -> Bool {
        var rest = other[...]
        for event in self {
            guard let index = rest.firstIndex(of: event) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

extension Signal {
    fileprivate var rank: Int {
        if case .next(let value) = self { value } else { .max }
    }
}

@testable import Rill
@testable import RillTesting

/// Runs a program on the engine in virtual time and checks the rules that apply to every graph.
final class GraphRun: @unchecked Sendable {  // runs on one thread
    private let program: GraphProgram
    private let ledger = Ledger()
    private var scope = Scope()
    private var scheduler = TestScheduler()
    private var isInside = false
    private var count = 0
    private(set) var events: [ScriptedSignal] = []
    private(set) var subscriptions = 0
    private(set) var faults: [String] = []

    init(_ program: GraphProgram) {
        self.program = program
    }

    func run() {
        ledger.watch {
            scheduler = TestScheduler()
            let builder = GraphBuilder(scheduler: scheduler, subjects: program.subjects)
            let observable = builder.build(program.graph)
            for _ in 0..<(program.demand == .twice ? 2 : 1) {
                subscribe(to: observable)
                advance()
                scope.stop()
                check(builder)
            }
            // Remaining scheduled work must not deliver events to the disposed subscriber.
            while let work = scheduler.takeNext() { work() }
            check(builder)
            subscriptions = builder.subscriptions
        }
        let retained = ledger.retained
        if !retained.isEmpty { faults.append("retained after the run: \(retained)") }
    }

    /// Subscribes with a separate scope that can be stopped during the delivery of the first events.
    private func subscribe(to observable: Observable<Int>) {
        scope = Scope("subscribe", CallSite(#fileID, #line))
        count = 0
        observable.start(Observer(scope) { [self] event in receive(Signal(event)) })
    }

    private func receive(_ signal: Signal) {
        if scope.isStopped { return faults.append("\(signal) arrived after termination or disposal") }
        if isInside { faults.append("\(signal) arrived during the delivery of another event") }
        isInside = true
        events.append(ScriptedSignal(time: Int(scheduler.now.components.seconds), signal: signal))
        count += 1
        if signal.isTerminal || program.disposal == .insideEvent(count) { scope.stop() }
        if program.demand == .oneByOne { scope.pause() }
        isInside = false
    }

    /// Runs the scheduled work.
    ///
    /// A subscriber that pauses after each event resumes after every third work item.
    private func advance() {
        var limit: Duration?
        if case .afterTime(let time) = program.disposal { limit = .seconds(time) }
        var count = 0
        while !scope.isStopped {
            let work = scheduler.takeNext(until: limit)
            if work == nil, !scope.isPaused { return }
            work?()
            if work == nil || count % 3 == 0 { scope.open() }
            count += 1
            if count > 10_000 { return faults.append("more than 10,000 work items") }
        }
    }

    private func check(_ builder: GraphBuilder) {
        if let entry = ledger.entries.first { faults.append("still open: \(entry)") }
        let count = builder.openResources
        if count != 0 { faults.append("\(count) sources or resources are still in use") }
    }
}

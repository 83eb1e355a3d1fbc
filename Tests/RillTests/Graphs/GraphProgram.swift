/// A graph, the scripts of its subjects, and the behavior of its subscriber.
struct GraphProgram: Equatable, Sendable {
    enum Disposal: Equatable, Sendable {
        /// At the end of the test, unless the graph has already terminated.
        case atTheEnd

        /// During the delivery of an event, counted from one.
        case insideEvent(Int)

        /// After all work that is due up to a time.
        case afterTime(Int)

        /// From another thread, after a number of events.
        case otherThread(Int)
    }

    /// The demand of the subscriber.
    enum Demand: Equatable, Sendable {
        case unlimited

        /// The subscriber pauses after each event and resumes later.
        case oneByOne

        /// Unlimited demand, with a second subscription after the first.
        case twice
    }

    var seed: UInt64
    var graph: Graph
    var subjects: [GraphSubject] = []
    var disposal = Disposal.atTheEnd
    var demand = Demand.unlimited

    /// The expected behavior of a program.
    struct Expectation {
        /// The events that the subscriber receives, with their times.
        var events: [ScriptedSignal]

        /// The events that the subscriber would receive without a disposal.
        var complete: [ScriptedSignal]

        /// The maximum number of subscriptions to the sources of the program.
        var maximumSubscriptions: Int
    }

    /// Computes the expected behavior with the model.
    ///
    /// - Throws: `Undetermined` if the rules do not determine the events.
    func expectation() throws -> Expectation {
        let model = ReferenceModel(subjects: subjects)
        let events = try model.run(graph, at: .start).map { ScriptedSignal(time: $0.moment.time, signal: $0.signal) }
        let delivered = delivered(events)
        if demand == .twice {
            return Expectation(
                events: delivered + delivered, complete: events + events, maximumSubscriptions: model.subscriptions * 2)
        }
        return Expectation(events: delivered, complete: events, maximumSubscriptions: model.subscriptions)
    }

    /// Returns the events that arrive before the disposal.
    private func delivered(_ events: [ScriptedSignal]) -> [ScriptedSignal] {
        switch disposal {
        case .atTheEnd, .otherThread: events
        case .insideEvent(let count): Array(events.prefix(count))
        case .afterTime(let time): events.filter { $0.time <= time }
        }
    }

    /// The expected behavior and its properties that are the same in every run, or `nil` if even the elements can differ.
    ///
    /// If the subscriber pauses, synchronous sources of a merge take turns.
    private var determined: (order: GraphOrder, Expectation)? {
        if demand == .oneByOne, let turns = try? TurnModel.events(of: graph) {
            let events = turns.map { ScriptedSignal(time: 0, signal: $0) }
            return (.exact, Expectation(events: delivered(events), complete: events, maximumSubscriptions: .max))
        }
        let isExact = graph.levels <= Self.maximumLevels && (demand != .oneByOne || graph.ignoresPauses)
        guard let order = isExact ? .exact : graph.order, let expectation = try? expectation() else { return nil }
        return (order, expectation)
    }

    /// Whether the order of the events is compared although it depends on the turns of paused sources.
    var comparesTurns: Bool { demand == .oneByOne && graph.order != .exact && determined?.order == .exact }

    /// The maximum nesting depth of graphs whose jobs use too little of the stack to be queued, in debug builds.
    static let maximumLevels = 40

    /// Runs the program on the engine in virtual time and compares the events with the model.
    func check() -> GraphOutcome {
        guard let (order, expected) = determined else { return .undetermined }
        let run = GraphRun(self)
        run.run()
        var faults = run.faults
        // After a pause, or on the trampoline, an operator may subscribe to a source before it handles the completion
        // of another.
        let isBounded = demand != .oneByOne && graph.levels <= Self.maximumLevels
        if isBounded, run.subscriptions > expected.maximumSubscriptions {
            faults.append(
                "\(run.subscriptions) subscriptions to sources, expected at most \(expected.maximumSubscriptions)")
        }
        let agrees =
            if demand == .oneByOne, order == .exact {
                run.events.map(\.signal) == expected.events.map(\.signal)
            } else if order == .exact {
                run.events == expected.events
            } else {
                run.events.sorted.isSubsequence(of: expected.complete.sorted)
                    && run.events.count == expected.events.count
            }
        if agrees, faults.isEmpty { return .agrees }
        return .differs(expected: expected.events, actual: run.events, faults: faults)
    }
}

/// The result of a comparison.
enum GraphOutcome {
    case agrees

    /// The rules do not determine the events.
    case undetermined
    case differs(expected: [ScriptedSignal], actual: [ScriptedSignal], faults: [String])

    var isDifference: Bool {
        if case .differs = self { true } else { false }
    }

    /// Whether a run timed out.
    var isHang: Bool {
        if case .differs(_, _, let faults) = self { faults.contains(Self.hang) } else { false }
    }

    static let hang = "the run timed out"
}

extension GraphProgram {
    /// Returns a description of a difference for the test output.
    func report(_ outcome: GraphOutcome) -> String {
        guard case .differs(let expected, let actual, let faults) = outcome else { return "no difference" }
        return """
            seed \(seed): \(self)
            expected: \(expected.map(\.description).joined(separator: " "))
            actual:   \(actual.map(\.description).joined(separator: " "))\(faults.map { "\n" + $0 }.joined())
            """
    }
}

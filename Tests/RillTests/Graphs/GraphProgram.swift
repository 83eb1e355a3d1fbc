/// A graph, the scripts of its subjects, and the behavior of its subscriber.
struct GraphProgram: Equatable, Sendable {
    enum Disposal: Equatable, Sendable {
        /// At the end of the test, if the graph has not ended before.
        case atTheEnd

        /// While an event is delivered, counted from one.
        case insideEvent(Int)

        /// After all work that is due up to a time.
        case afterTime(Int)

        /// From another thread, when so many events have been delivered.
        case elsewhere(Int)
    }

    /// How the subscriber takes its events.
    enum Demand: Equatable, Sendable {
        case unlimited

        /// The subscriber pauses after each event, and resumes later.
        case oneByOne

        /// All at once, and then a second time from a second subscription.
        case twice
    }

    var seed: UInt64
    var graph: Graph
    var subjects: [GraphSubject] = []
    var disposal = Disposal.atTheEnd
    var demand = Demand.unlimited

    /// The expected behavior of a program.
    struct Expectation {
        /// The events of the subscriber, with their times.
        var events: [ScriptedSignal]

        /// The same without a disposal.
        var whole: [ScriptedSignal]

        /// How often sources of the program's own may be subscribed to.
        var maximumSubscriptions: Int
    }

    /// Computes the expected behavior with the model.
    ///
    /// - Throws: `Undetermined`.
    func expectation() throws -> Expectation {
        let model = ReferenceModel(subjects: subjects)
        let events = try model.run(graph, at: .start).map { ScriptedSignal(time: $0.moment.time, signal: $0.signal) }
        let delivered =
            switch disposal {
            case .atTheEnd, .elsewhere: events
            case .insideEvent(let count): Array(events.prefix(count))
            case .afterTime(let time): events.filter { $0.time <= time }
            }
        if demand == .twice {
            return Expectation(
                events: delivered + delivered, whole: events + events, maximumSubscriptions: model.subscriptions * 2)
        }
        return Expectation(events: delivered, whole: events, maximumSubscriptions: model.subscriptions)
    }

    /// Which properties of the events are the same in every run; `nil` if not even the values are.
    ///
    /// While the subscriber pauses, or very deep in a graph, the sources of a merge that send at once may take turns.
    private var order: GraphOrder? {
        demand != .oneByOne && graph.levels <= Self.maximumLevels ? .exact : graph.order
    }

    /// How deep the engine delivers without its trampoline.
    static let maximumLevels = 15

    /// Runs the program on the engine, in virtual time, and compares.
    func check() -> GraphOutcome {
        guard let order, let expected = try? expectation() else { return .undetermined }
        let run = GraphRun(self)
        run.run()
        var faults = run.faults
        // A pause, or the trampoline, lets an operator subscribe to a source before it handles the end of another.
        let isBounded = demand != .oneByOne && graph.levels <= Self.maximumLevels
        if isBounded, run.subscriptions > expected.maximumSubscriptions {
            faults.append("\(run.subscriptions) subscriptions to sources instead of \(expected.maximumSubscriptions)")
        }
        let agrees =
            if demand == .oneByOne, order == .exact {
                run.events.map(\.signal) == expected.events.map(\.signal)
            } else if order == .exact {
                run.events == expected.events
            } else {
                run.events.sorted.isSelection(of: expected.whole.sorted) && run.events.count == expected.events.count
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

    /// Whether a run did not end in time.
    var isHang: Bool {
        if case .differs(_, _, let faults) = self { faults.contains(Self.hang) } else { false }
    }

    static let hang = "the run did not end in time"
}

extension GraphProgram {
    /// Describes a difference, for the output of a test.
    func report(_ outcome: GraphOutcome) -> String {
        guard case .differs(let expected, let actual, let faults) = outcome else { return "no difference" }
        return """
            seed \(seed): \(self)
            expected: \(expected.map(\.description).joined(separator: " "))
            actual:   \(actual.map(\.description).joined(separator: " "))\(faults.map { "\n" + $0 }.joined())
            """
    }
}

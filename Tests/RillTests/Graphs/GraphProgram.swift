/// A graph, what is sent to its subjects, and when the subscription is disposed.
struct GraphProgram: Equatable, Sendable {
    enum Disposal: Equatable, Sendable {
        /// At the end of the test, if the graph has not ended before.
        case atTheEnd

        /// While an event is delivered, counted from one.
        case insideEvent(Int)

        /// Between two pieces of work, when all that is due at a time has run.
        case afterTime(Int)

        /// From another thread, when so many events have been delivered.
        case elsewhere(Int)
    }

    var seed: UInt64
    var graph: Graph
    var subjects: [GraphSubject] = []
    var disposal = Disposal.atTheEnd

    /// What must happen.
    struct Expectation {
        /// The events of the subscriber, with their times.
        var events: [ScriptedSignal]

        /// How often sources of the program's own may be subscribed to.
        var maximumSubscriptions: Int
    }

    /// Computes what must happen.
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
        return Expectation(events: delivered, maximumSubscriptions: model.subscriptions)
    }

    /// Runs the program on the engine, in virtual time, and compares.
    func check() -> GraphVerdict {
        guard let expected = try? expectation() else { return .undetermined }
        let run = GraphRun(self)
        run.run()
        var faults = run.faults
        if run.subscriptions > expected.maximumSubscriptions {
            faults.append("\(run.subscriptions) subscriptions to sources instead of \(expected.maximumSubscriptions)")
        }
        guard run.events != expected.events || !faults.isEmpty else { return .agrees }
        return .differs(expected: expected.events, actual: run.events, faults: faults)
    }
}

/// The result of a comparison.
enum GraphVerdict {
    case agrees

    /// The rules do not determine the events.
    case undetermined
    case differs(expected: [ScriptedSignal], actual: [ScriptedSignal], faults: [String])

    var isDifference: Bool {
        if case .differs = self { true } else { false }
    }
}

extension GraphProgram {
    /// Describes a difference, for the output of a test.
    func report(_ verdict: GraphVerdict) -> String {
        guard case .differs(let expected, let actual, let faults) = verdict else { return "no difference" }
        return """
            seed \(seed): \(self)
            expected: \(expected.map(\.description).joined(separator: " "))
            actual:   \(actual.map(\.description).joined(separator: " "))\(faults.map { "\n" + $0 }.joined())
            """
    }
}

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

    /// The events that a subscriber must get.
    ///
    /// - Returns: The events with their times.
    /// - Throws: `Undetermined`.
    func expectation() throws -> [ScriptedSignal] {
        let trace = try ReferenceModel(subjects: subjects).run(graph, at: .start)
        let events = trace.map { ScriptedSignal(time: $0.moment.time, signal: $0.signal) }
        return switch disposal {
        case .atTheEnd, .elsewhere: events
        case .insideEvent(let count): Array(events.prefix(count))
        case .afterTime(let time): events.filter { $0.time <= time }
        }
    }

    /// Runs the program on the engine, in virtual time, and compares.
    func check() -> GraphVerdict {
        let expected: [ScriptedSignal]
        do {
            expected = try expectation()
        } catch {
            return .undetermined
        }
        let run = GraphRun(self)
        run.run()
        guard run.events != expected || !run.faults.isEmpty else { return .agrees }
        return .differs(expected: expected, actual: run.events, faults: run.faults)
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

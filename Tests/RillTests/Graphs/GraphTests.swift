import Foundation
import RillTestSupport
import Testing

/// Compares random graphs of operators with a sequential model.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct GraphTests {
    @Test func randomGraphsMatchTheModel() async {
        let settings = GraphSettings(defaultCount: 6_000)
        var tally = GraphTally()
        for seed in settings.seeds {
            var generator = GraphGenerator(seed: seed)
            let program = generator.makeProgram()
            let outcome = program.check()
            tally.add(outcome)
            if program.demand == .oneByOne { tally.pausing += 1 }
            if program.comparesTurns { tally.inTurn += 1 }
            guard outcome.isDifference else { continue }
            let smallest = await program.shrunk { $0.check().isDifference }
            Issue.record(Comment(rawValue: smallest.report(smallest.check())))
            if tally.differences == settings.maximumReports { break }
        }
        print("Random graphs: \(tally) \(tally.pausing) with a subscriber that pauses, \(tally.inTurn) with turns.")
        // If this were false, most generated graphs would not test anything.
        #expect(tally.agreed > tally.undetermined || settings.seeds.count == 1)
    }
}

/// The number of outcomes of each kind.
struct GraphTally: CustomStringConvertible {
    var agreed = 0
    var undetermined = 0
    var differences = 0

    /// The number of graphs whose subscriber pauses after each event, and of those whose order depends on the turns of
    /// paused sources.
    var pausing = 0
    var inTurn = 0

    var description: String { "\(agreed) agreed, \(undetermined) undetermined, \(differences) differed." }

    mutating func add(_ outcome: GraphOutcome) {
        switch outcome {
        case .agrees: agreed += 1
        case .undetermined: undetermined += 1
        case .differs: differences += 1
        }
    }
}

/// The number of graphs and their seeds, read from the environment.
struct GraphSettings {
    /// The seeds of the graphs.
    let seeds: ClosedRange<UInt64>

    /// The number of differences after which a test stops.
    let maximumReports = 5

    /// - Parameter count: The number of graphs if the environment does not specify one.
    init(defaultCount count: UInt64) {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["RILL_GRAPH_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["RILL_GRAPH_COUNT"].flatMap(UInt64.init) ?? count
        seeds = first...(first + max(count, 1) - 1)
    }
}

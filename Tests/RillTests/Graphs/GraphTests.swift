import Foundation
import Testing

/// Random graphs of operators, compared with a sequential model.
@Suite struct GraphTests {
    @Test func randomGraphsBehaveAsTheModel() async {
        let settings = GraphSettings()
        var tally = GraphTally()
        for seed in settings.seeds {
            var generator = GraphGenerator(seed: seed)
            let program = generator.makeProgram()
            let verdict = program.check()
            tally.add(verdict)
            guard verdict.isDifference else { continue }
            let smallest = await program.shrunk { $0.check().isDifference }
            Issue.record(Comment(rawValue: smallest.report(smallest.check())))
            if tally.differences == settings.maximumReports { break }
        }
        print("Random graphs: \(tally)")
        // Otherwise the generator makes graphs that test nothing.
        #expect(tally.agreed > tally.undetermined || settings.seeds.count == 1)
    }
}

/// Random graphs whose sources send from threads.
@Suite(.tags(.realThreads)) struct GraphThreadTests {
    @Test func graphsOfThreadsKeepWhatIsDetermined() async {
        let settings = GraphSettings(defaultCount: ThreadSanitizer.isActive ? 1_500 : 2_000)
        var tally = GraphTally()
        for seed in settings.seeds {
            var generator = GraphGenerator(seed: seed, kind: .threads)
            let program = generator.makeProgram()
            let verdict = await GraphThreadRun.check(program)
            tally.add(verdict)
            guard verdict.isDifference else { continue }
            // A difference may depend on the threads, so each smaller graph runs several times.
            let smallest = await program.shrunk { await difference(of: $0, attempts: 20) != nil }
            let last = await difference(of: smallest, attempts: 200)
            Issue.record(Comment(rawValue: last.map(smallest.report) ?? program.report(verdict)))
            if tally.differences == settings.maximumReports { break }
        }
        print("Random graphs of threads: \(tally)")
        #expect(tally.agreed > tally.undetermined || settings.seeds.count == 1)
    }

    private func difference(of program: GraphProgram, attempts: Int) async -> GraphVerdict? {
        for _ in 0..<attempts {
            let verdict = await GraphThreadRun.check(program)
            if verdict.isDifference { return verdict }
        }
        return nil
    }
}

private struct GraphTally: CustomStringConvertible {
    var agreed = 0
    var undetermined = 0
    var differences = 0

    var description: String { "\(agreed) agreed, \(undetermined) undetermined, \(differences) differed." }

    mutating func add(_ verdict: GraphVerdict) {
        switch verdict {
        case .agrees: agreed += 1
        case .undetermined: undetermined += 1
        case .differs: differences += 1
        }
    }
}

/// What the environment says about the number of graphs and their seeds.
struct GraphSettings {
    /// The seeds of the graphs.
    let seeds: ClosedRange<UInt64>

    /// How many differences to report before stopping.
    let maximumReports = 10

    /// - Parameter count: The number of graphs unless the environment names another.
    init(defaultCount count: UInt64 = 3_000) {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["RILL_GRAPH_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["RILL_GRAPH_COUNT"].flatMap(UInt64.init) ?? count
        seeds = first...(first + max(count, 1) - 1)
    }
}

import RillTestSupport
import Testing

/// Runs random graphs whose sources send events from threads.
@Suite(.tags(.realThreads)) struct GraphThreadTests {
    @Test func randomGraphsWithThreadsMatchTheModel() async {
        let settings = GraphSettings(defaultCount: ThreadSanitizer.isActive ? 6_000 : 3_000)
        var tally = GraphTally()
        for seed in settings.seeds {
            var generator = GraphGenerator(seed: seed, kind: .threads)
            let program = generator.makeProgram()
            let outcome = await GraphThreadRun.check(program)
            tally.add(outcome)
            guard outcome.isDifference else { continue }
            if outcome.isHang {
                // A graph that hangs is not shrunk, because each attempt would take a minute to time out.
                Issue.record(Comment(rawValue: program.report(outcome)))
                break
            }
            // A difference may depend on thread timing, so each smaller graph runs several times.
            let smallest = await program.shrunk { await difference(of: $0, attempts: 20) != nil }
            let last = await difference(of: smallest, attempts: 200)
            Issue.record(Comment(rawValue: last.map(smallest.report) ?? program.report(outcome)))
            if tally.differences == settings.maximumReports { break }
        }
        print("Random graphs with threads: \(tally)")
        #expect(tally.agreed > tally.undetermined || settings.seeds.count == 1)
    }

    private func difference(of program: GraphProgram, attempts: Int) async -> GraphOutcome? {
        for _ in 0..<attempts {
            let outcome = await GraphThreadRun.check(program)
            if outcome.isDifference { return outcome }
        }
        return nil
    }
}

import Testing

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

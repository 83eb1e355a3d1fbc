import Rill
import RillTesting
import Testing

/// Verifies that `Stage` reports diagrams that differ from the output.
@Suite struct OperatorPageStageTests {
    @Test(arguments: [
        ["source   -1--2--|", "result   -1---2-|"],
        ["source   -1--2--|", "result   ---1--2|"],
        ["source   -1--2--|", "result   ---1--3--|"],
        ["source   -1--2--#", "result   ---1--2--|"],
        ["source   -1--2-", "result   ---1--2--|"],
        ["source   -1--2--|", "result   ---1--2--|", "later    ---1--2|"],
    ])
    func wrongResultIsReported(lines: [String]) async throws {
        let problems = try await problems(lines) { examples in
            examples.draw { (source: Numbers, scheduler: TestScheduler) in
                source.delay(.seconds(2), scheduler: scheduler)
            }
        }
        #expect(problems.count == 1)
        let text = problems.first ?? ""
        #expect(text.contains("\nexpected  ") && text.contains("\nactual    "))
    }

    @Test(arguments: [(["where    # = CancellationError()"], 0), ([], 1)])
    func errorIsComparedWithLegend(legend: [String], count: Int) async throws {
        let lines = ["source   -1--2--#", "result   -1--2--#"]
        let problems = try await problems(lines + legend) { examples in
            examples.draw { (source: Numbers) in
                source.mapError { _ in CancellationError() }
            }
        }
        #expect(problems.count == count)
    }

    @Test(arguments: [
        (["other     -x-x!", "other         -x"], []),
        (["other     -x-x-!", "other         -x"], ["other (expected --x-x-!) ended at tick 5"]),
        (["other     -x-x!", "other          -x"], ["other (expected -------x) was subscribed at tick 5"]),
        (["other     -x-x!", "other         -x-"], ["other (expected ------x-) ended at tick 7"]),
        (["other     -x-x!", "other         -x", "other     x"], ["other (expected -x) was never subscribed to"]),
    ])
    func coldSubscriptionTimesAreCompared(inputs: [String], expected: [String]) async throws {
        let lines = ["source   -1---2-------|"] + inputs + ["result   --1-1-2"]
        let problems = try await problems(lines) { examples in
            examples.draw { (source: Numbers, other: Letters) in
                source.flatMapLatest { number in other.map { _ in number } }
            }
        }
        #expect(problems == expected)
    }

    @Test func extraSubscriptionIsReported() async throws {
        let lines = ["source   -1--#", "source       -2--#", "result   -1---2--#"]
        let problems = try await problems(lines) { examples in
            examples.draw { (source: Numbers) in
                source.retry(3)
            }
        }
        #expect(problems.joined().contains("source has more subscriptions than lines in the diagram"))
    }

    @Test(arguments: [("printed  -1--2--3-", 0), ("printed  -1--2---3", 1), ("printed  -1--2-", 1)])
    func printedLinesAreCompared(line: String, count: Int) async throws {
        let problems = try await problems(["source   -1--2--3--|", line]) { examples in
            examples.call { (source: Numbers, print: Printer) in
                source.subscribe(onNext: { print($0) })
            }
        }
        #expect(problems.count == count)
    }

    @Test func invalidDiagramThrows() throws {
        let line = try DiagramLine("result      -8--(9|)  source.map { $0 }")
        #expect((line.start, line.text, line.code) == (3, "-8--(9|)", "source.map { $0 }"))
        #expect((line.length, try line.tick(of: .completed)) == (5, 7))
        let result = "result   -8--|  code"
        for invalid in [
            ["source   -8--|"], ["later    -8--|", result], [result, "where    9 = 3"], [result, "where    -"],
        ] {
            #expect(throws: DiagramError.self) { try DiagramBlock(invalid) }
        }
        for invalid in ["other    -8--|  code", "result   -8--| code", "source  -8--|", "source   ", "source   -8--|-"]
        {
            #expect(throws: (any Error).self) { try DiagramLine(invalid) }
        }
    }

    /// Adds the code of an example to the lines, and runs the example.
    private func problems(
        _ lines: [String], _ add: (inout OperatorPageExamples) -> Void
    ) async throws -> [String] {
        var examples = OperatorPageExamples()
        add(&examples)
        let example = try #require(examples.all.first)
        let block = try DiagramBlock(
            lines.map { $0.hasPrefix("result") || $0.hasPrefix("printed") ? "\($0)  \(example.code)" : $0 })
        let drawing = try #require(block.drawings(of: "").first)
        #expect(example.inputs == drawing.names)
        return await Stage.problems(of: drawing, run: example)
    }
}

import Rill
import RillTesting
import Testing

@Suite struct RecordingDifferenceTests {
    private let values: [Character: Int] = ["a": 10, "b": 20, "c": 30]

    private func recording(_ diagram: String, error: any Error = TestError()) throws -> Recording<Int> {
        let values = values.merging(["x": 99, "y": 20]) { value, _ in value }
        return Recording(events: try MarbleDiagram(diagram, values: values, error: error).events)
    }

    /// The ticks after the last event are ignored.
    @Test(arguments: [
        ("-a--b--c-|", "-a--b--c-|"), ("-", "-"), ("#", "#"), ("(abc|)", "(abc|)"), ("a-(bc)", "a-(bc)"), ("|", "|"),
        ("-a", "-a-----"),
    ])
    func equalRecordingsHaveNoDifference(recorded: String, diagram: String) throws {
        #expect(try recording(recorded).difference(from: diagram, values: values) == nil)
    }

    @Test func reportsTheFirstDifferentTick() throws {
        #expect(
            try recording("-a---b-c-|").difference(from: "-a--b--c-|", values: values) == """
                differs at tick 4: expected next(20), got nothing
                expected  -a--b--c-|
                actual    -a---b-c-|
                              ^
                          a = 10, b = 20, c = 30
                """)
    }

    /// The recorded and the expected diagram, and the parts of the message.
    @Test(arguments: [
        ("-a--x|", "-a--b|", 4, "next(20), got next(99)", ["-a--b|", "-a--d|", "a = 10, b = 20, d = 99"]),
        ("-a-b|", "-a", 3, "nothing, got next(20)", ["-a---", "-a-b|", "a = 10, b = 20"]),
        ("-a", "-a-|", 3, "completed, got nothing", ["-a-|", "-a--", "a = 10"]),
    ])
    func reportsDifferentEvents(
        recorded: String, diagram: String, tick: Int, reason: String, rows: [String]
    ) throws {
        #expect(
            try recording(recorded).difference(from: diagram, values: values)
                == differenceMessage(tick: tick, "expected \(reason)", rows[0], rows[1], legend: rows[2]))
    }

    @Test func alignsGroups() throws {
        #expect(
            try recording("-a-(c|)").difference(from: "-(ab)-(c|)", values: values) == """
                differs at tick 1: expected next(20), got nothing
                tick      01   23
                expected  -(ab)-(c|)
                actual    -a   -(c|)
                           ^
                          a = 10, b = 20, c = 30
                """)
    }

    @Test func legendShowsBothErrors() throws {
        let reason = "expected error(TestError), got error(TestError(lost))"
        let legend = "# = TestError expected, TestError(lost) actual"
        #expect(
            try recording("-#", error: TestError("lost")).difference(from: "-#", values: values)
                == differenceMessage(tick: 1, reason, "-#", "-#", legend: legend))
    }

    @Test func reportsTypesOfErrorsWithEqualDescriptions() throws {
        struct Lookalike: Error, CustomStringConvertible {
            var description: String { "TestError" }
        }
        let text = try recording("-#", error: Lookalike()).difference(from: "-#", values: values)
        let headline = text?.prefix { $0 != "\n" }
        #expect(
            headline == "differs at tick 1: expected error(TestError as TestError), got error(TestError as Lookalike)")
    }

    @Test func elementsAreDrawnWithCharactersOfTheDiagram() throws {
        // Two characters map to 20.
        let difference = try recording("-b|").difference(from: "--y|", values: ["b": 20, "y": 20])
        let reason = "expected nothing, got next(20)"
        #expect(difference == differenceMessage(tick: 1, reason, "--y|", "-y|", legend: "y = 20"))
    }

    @Test func stringsAreComparedWithDiagramCharacters() {
        let recording = Recording(events: [Recorded(at: 0, .next("alpha")), Recorded(at: 1, .completed)])
        let reason = #"expected next("a"), got next("alpha")"#
        let message = differenceMessage(tick: 0, reason, "a|", "b|", legend: #"b = "alpha""#)
        #expect(recording.difference(from: "a|") == message)
    }

    @Test func showsLongElementsFromTheFirstDifference() {
        let long = String(repeating: "x", count: 100)
        let recording = Recording(events: [Recorded(at: 0, .next(long + "a"))])
        let text = recording.difference(from: "b", values: ["b": long + "b"])
        let end = "\u{2026}xxxxxxxxxxxxxxxxxxxx"
        #expect(
            text?.prefix { $0 != "\n" }
                == "differs at tick 0: expected next(\(end)b\"), got next(\(end)a\")")
    }

    @Test func legendShowsWholeErrors() throws {
        let text = String(repeating: "cause ", count: 30) + "end"
        let reason = "expected nothing, got error(TestError(\(text)))"
        #expect(
            try recording("-#", error: TestError(text)).difference(from: "-", values: values)
                == differenceMessage(tick: 1, reason, "--", "-#", legend: "# = TestError(\(text))"))
    }
}

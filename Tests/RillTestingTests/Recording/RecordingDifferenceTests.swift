import Rill
import RillTesting
import Testing

@Suite struct RecordingDifferenceTests {
    private let values: [Character: Int] = ["a": 10, "b": 20, "c": 30]

    private func recording(_ diagram: String, error: any Error = TestError()) throws -> Recording<Int> {
        let values = values.merging(["x": 99, "y": 20]) { value, _ in value }
        return Recording(events: try MarbleDiagram(diagram, values: values, error: error).events)
    }

    @Test(arguments: ["-a--b--c-|", "-", "#", "(abc|)", "a-(bc)", "|"]) func equalRecordingsHaveNoDifference(
        diagram: String
    ) throws {
        #expect(try recording(diagram).difference(from: diagram, values: values) == nil)
    }

    @Test func ignoresTicksAfterTheLastEvent() throws {
        #expect(try recording("-a").difference(from: "-a-----", values: values) == nil)
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

    @Test func reportsADifferentElement() throws {
        #expect(
            try recording("-a--x|").difference(from: "-a--b|", values: values) == """
                differs at tick 4: expected next(20), got next(99)
                expected  -a--b|
                actual    -a--d|
                              ^
                          a = 10, b = 20, d = 99
                """)
    }

    @Test func reportsAnUnexpectedEvent() throws {
        #expect(
            try recording("-a-b|").difference(from: "-a", values: values) == """
                differs at tick 3: expected nothing, got next(20)
                expected  -a---
                actual    -a-b|
                             ^
                          a = 10, b = 20
                """)
    }

    @Test func reportsAMissingTerminalEvent() throws {
        #expect(
            try recording("-a").difference(from: "-a-|", values: values) == """
                differs at tick 3: expected completed, got nothing
                expected  -a-|
                actual    -a--
                             ^
                          a = 10
                """)
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
        #expect(
            try recording("-#", error: TestError("lost")).difference(from: "-#", values: values) == """
                differs at tick 1: expected error(TestError), got error(TestError(lost))
                expected  -#
                actual    -#
                           ^
                          # = TestError expected, TestError(lost) actual
                """)
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
        #expect(
            difference == """
                differs at tick 1: expected nothing, got next(20)
                expected  --y|
                actual    -y|
                           ^
                          y = 20
                """)
    }

    @Test func stringsAreComparedWithDiagramCharacters() {
        let recording = Recording(events: [Recorded(at: 0, .next("alpha")), Recorded(at: 1, .completed)])
        #expect(
            recording.difference(from: "a|") == """
                differs at tick 0: expected next("a"), got next("alpha")
                expected  a|
                actual    b|
                          ^
                          b = "alpha"
                """)
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
        let reason = String(repeating: "cause ", count: 30) + "end"
        #expect(
            try recording("-#", error: TestError(reason)).difference(from: "-", values: values) == """
                differs at tick 1: expected nothing, got error(TestError(\(reason)))
                expected  --
                actual    -#
                           ^
                          # = TestError(\(reason))
                """)
    }
}

import Rill
import RillTesting
import Testing

@Suite struct RecordingTests {
    private func recording(_ diagram: String, values: [Character: Int] = [:]) throws -> Recording<Int> {
        Recording(events: try MarbleDiagram(diagram, values: values).events)
    }

    @Test func providesValuesErrorAndCompletion() throws {
        let completed = try recording("-1-2|", values: ["1": 1, "2": 2])
        #expect(completed.values == [1, 2])
        #expect(completed.isCompleted)
        #expect(completed.hasEnded)
        #expect(completed.error == nil)
        let failed = try recording("-1#", values: ["1": 1])
        #expect(failed.error is TestError)
        #expect(!failed.isCompleted)
        #expect(failed.hasEnded)
        let open = try recording("-1-", values: ["1": 1])
        #expect(!open.isCompleted && !open.hasEnded && open.error == nil)
    }

    @Test func equalityComparesEvents() throws {
        #expect(try recording("-1|", values: ["1": 1]) == recording("-x|", values: ["x": 1]))
        #expect(try recording("-1|", values: ["1": 1]) != recording("-1|", values: ["1": 2]))
        #expect(try recording("-1|", values: ["1": 1]) != recording("--1|", values: ["1": 1]))
    }

    @Test func descriptionIsADiagramWithLegend() throws {
        #expect(
            try recording("-1--2--(13)-|", values: ["1": 10, "2": 20, "3": 30]).description == """
                -a--b--(ac)-|
                a = 10, b = 20, c = 30
                """)
    }

    @Test func descriptionOmitsLegendForSingleCharacterElements() throws {
        #expect(try recording("-x--y#", values: ["x": 1, "y": 2]).description == "-1--2#")
    }

    @Test func legendShowsErrorsOtherThanTheDefault() throws {
        let diagram = try MarbleDiagram("-a#", values: ["a": "alpha"], error: TestError("lost"))
        #expect(
            Recording(events: diagram.events).description == """
                -a#
                a = "alpha", # = TestError(lost)
                """)
    }

    @Test func emptyRecordingIsDescribedAsATick() {
        #expect(Recording<Int>(events: []).description == "-")
    }

    @Test func elementsEqualToReservedCharactersAreDrawnAsLetters() throws {
        let diagram = try MarbleDiagram("xy|", values: ["x": "-", "y": "|"])
        #expect(
            Recording(events: diagram.events).description == """
                ab|
                a = "-", b = "|"
                """)
    }

    @Test func descriptionListsEventsBetweenTicks() {
        let half = TestTime(tick: 1, offset: .milliseconds(500))
        #expect(
            Recording(events: [Recorded(at: half, .next(1)), Recorded(at: 2, .completed)]).description == """
                tick 1 + 0.5 seconds: next(1)
                tick 2: completed
                """)
    }

    @Test func descriptionListsEventsThatExceedTheMaximumLength() {
        #expect(
            Recording(events: [Recorded(at: 0, .next(1)), Recorded(at: 100, .completed)]).description == """
                tick 0: next(1)
                tick 100: completed
                """)
    }

    @Test func descriptionListsFirstAndLastOfManyEvents() {
        let events = (0..<200).map { Recorded(at: TestTime(tick: $0), .next("a")) }
        #expect(
            Recording(events: events).description == """
                tick 0: next("a")
                tick 1: next("a")
                tick 2: next("a")
                (194 more events)
                tick 197: next("a")
                tick 198: next("a")
                tick 199: next("a")
                """)
    }

    @Test func longLegendHasOneLinePerElement() throws {
        let values = ["a", "b", "c"].map { String(repeating: $0, count: 40) }
        let diagram = try MarbleDiagram("abc", values: ["a": values[0], "b": values[1], "c": values[2]])
        #expect(
            Recording(events: diagram.events).description == """
                abc
                a = "\(values[0])"
                b = "\(values[1])"
                c = "\(values[2])"
                """)
    }

    @Test func descriptionListsEventsIfThereAreTooFewLetters() {
        let events = (0..<53).map { Recorded(at: 0, .next($0 + 100)) }
        #expect(Recording(events: events).description.hasPrefix("tick 0: next(100)\ntick 0: next(101)\n"))
    }
}

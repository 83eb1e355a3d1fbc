import Rill
import RillTesting
import Testing

@Suite struct MarbleDiagramTests {
    @Test func eachCharacterIsOneTick() throws {
        let diagram = try MarbleDiagram("-1--2-|", values: ["1": 1, "2": 2])
        #expect(diagram.events == [Recorded(at: 1, .next(1)), Recorded(at: 4, .next(2)), Recorded(at: 6, .completed)])
        #expect(diagram.text == "-1--2-|")
    }

    @Test func startsAtTickZero() throws {
        #expect(try MarbleDiagram("a|").events == [Recorded(at: 0, .next("a")), Recorded(at: 1, .completed)])
    }

    @Test func groupTakesOneTick() throws {
        let diagram = try MarbleDiagram("-(ab)c(d|)")
        #expect(
            diagram.events == [
                Recorded(at: 1, .next("a")), Recorded(at: 1, .next("b")), Recorded(at: 2, .next("c")),
                Recorded(at: 3, .next("d")), Recorded(at: 3, .completed),
            ])
    }

    @Test func ignoresSpacesAndLineBreaks() throws {
        let diagram = try MarbleDiagram("  - a -\n ( b c ) | ")
        #expect(diagram.events == (try MarbleDiagram("-a-(bc)|").events))
    }

    @Test func allowsDiagramsWithoutTermination() throws {
        #expect(try MarbleDiagram<Int>("-").events.isEmpty)
        #expect(try MarbleDiagram("-a--").events == [Recorded(at: 1, .next("a"))])
    }

    @Test func errorSymbolRepresentsGivenError() throws {
        #expect(try MarbleDiagram<Int>("--#").events == [Recorded(at: 2, .error(TestError()))])
        let diagram = try MarbleDiagram<Int>("--#", error: TestError("lost"))
        #expect(diagram.events == [Recorded(at: 2, .error(TestError("lost")))])
    }

    @Test func otherCharactersAreElements() throws {
        let diagram = try MarbleDiagram("é*.7🌊|")
        #expect(diagram.events.compactMap(\.event.element) == ["é", "*", ".", "7", "🌊"])
    }

    @Test func allowsUnusedValues() throws {
        let diagram = try MarbleDiagram("a|", values: ["a": 1, "b": 2])
        #expect(diagram.events.compactMap(\.event.element) == [1])
    }

    @Test func looksUpStringsInTheDictionary() throws {
        let diagram = try MarbleDiagram("a|", values: ["a": "alpha"])
        #expect(diagram.events.compactMap(\.event.element) == ["alpha"])
    }
}

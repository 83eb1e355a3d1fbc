import Rill
import RillTesting
import Testing

@Suite struct MarbleDiagramTests {
    @Test func eachCharacterIsOneTick() throws {
        let diagram = try MarbleDiagram("-1--2-|", values: ["1": 1, "2": 2])
        #expect(diagram.events == [Recorded(at: 1, .next(1)), Recorded(at: 4, .next(2)), Recorded(at: 6, .completed)])
        #expect(diagram.text == "-1--2-|")
    }

    @Test(
        arguments: [
            ("a|", [Recorded(at: 0, .next("a")), Recorded(at: 1, .completed)]),  // starts at tick 0
            (
                "-(ab)c(d|)",  // a group takes one tick
                [
                    Recorded(at: 1, .next("a")), Recorded(at: 1, .next("b")), Recorded(at: 2, .next("c")),
                    Recorded(at: 3, .next("d")), Recorded(at: 3, .completed),
                ]
            ),
            ("-", []), ("-a--", [Recorded(at: 1, .next("a"))]),  // without termination
        ] as [(String, [Recorded<String>])])
    func readsTicksGroupsAndTermination(diagram: String, events: [Recorded<String>]) throws {
        #expect(try MarbleDiagram(diagram).events == events)
    }

    @Test func allowsDiagramWithoutEventsOfAnyType() throws {
        #expect(try MarbleDiagram<Int>("-").events.isEmpty)
    }

    @Test func ignoresSpacesAndLineBreaks() throws {
        let diagram = try MarbleDiagram("  - a -\n ( b c ) | ")
        #expect(diagram.events == (try MarbleDiagram("-a-(bc)|").events))
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

    @Test func looksUpValuesInTheDictionary() throws {
        let number = try MarbleDiagram("a|", values: ["a": 1, "b": 2])  // unused values are allowed
        #expect(number.events.compactMap(\.event.element) == [1])
        let text = try MarbleDiagram("a|", values: ["a": "alpha"])
        #expect(text.events.compactMap(\.event.element) == ["alpha"])
    }
}

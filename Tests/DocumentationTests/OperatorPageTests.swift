import Foundation
import Testing

/// The page that lists all operators tells the truth, and so do the doc comments.
@Suite struct OperatorPageTests {
    static let page = OperatorPage.rill

    @Test(arguments: page.drawings)
    func theDiagramComesOut(drawing: Drawing) async throws {
        let example = try #require(OperatorPageExamples.byCode[drawing.code], "no example runs this code")
        #expect(example.inputs == drawing.names, "the inputs of the diagram are not those of \(example.place)")
        for problem in await Stage.problems(of: drawing, run: example) { Issue.record(Comment(rawValue: problem)) }
    }

    @Test func thePageCanBeRead() {
        #expect(Self.page.problems.isEmpty)
        #expect(Self.page.drawings.count > 90)
        #expect(Self.page.sections.first?.title == "Overview")
    }

    @Test func everyExampleIsOnThePageOnce() {
        let examples = OperatorPageExamples.registered.all
        let shown = Set(Self.page.drawings.map(\.code))
        for example in examples {
            #expect(!example.code.isEmpty, "not parameters, code and brace in a line each: \(example.place)")
            #expect(shown.contains(example.code), "not on the page: \(example.place)")
        }
        #expect(Set(examples.map(\.code)).count == examples.count)
    }

    @Test func everyOperatorHasAHeadingInTheSectionOfItsFolder() {
        let sources = OperatorSources.rill.operators
        #expect(sources.values.joined().count > 70, "the sources were not found in \(OperatorSources.root.path)")
        let sections = Self.page.sections.dropFirst()
        #expect(Set(sections.map(\.title)) == Set(sources.keys))
        for section in sections {
            let operators = sources[section.title] ?? []
            let headings = Set(section.headings)
            #expect(operators.subtracting(headings).sorted() == [], "without a heading in \(section.title)")
            #expect(headings.subtracting(operators).sorted() == [], "headings of no operator in \(section.title)")
            #expect(headings.count == section.headings.count, "a heading stands twice in \(section.title)")
        }
    }

    @Test func everyTableListsTheOperatorsOfItsSection() {
        for section in Self.page.sections.dropFirst() { #expect(section.rows == section.headings) }
    }

    @Test func everyHeadingHasADiagram() {
        let headings = Self.page.sections.flatMap(\.headings)
        #expect(headings.filter { Self.page.blocks[$0] == nil } == [])
    }

    // MARK: Doc comments

    @Test func everyDiagramOfADocCommentIsOnThePage() {
        for comment in OperatorSources.rill.comments {
            for diagram in comment.diagrams {
                let shown = diagram.joined(separator: "\n")
                do {
                    let blocks = Self.page.blocks[comment.subject ?? ""] ?? []
                    let isShown = blocks.contains(try DiagramBlock(diagram))
                    let name = comment.subject ?? "what is not public"
                    #expect(isShown, "\(comment.place): not on the page under \(name)\n\(shown)")
                } catch {
                    Issue.record("\(comment.place): \(error)")
                }
            }
        }
    }

    @Test func everyOperatorsDocCommentHasADiagram() {
        // What takes a stream at its end is shown by code there.
        let sections = Self.page.sections.dropFirst().filter { $0.title != "Consuming" }
        let drawn = Set(OperatorSources.rill.comments.compactMap(\.subject))
        #expect(sections.flatMap(\.headings).filter { !drawn.contains($0) } == [])
    }
}

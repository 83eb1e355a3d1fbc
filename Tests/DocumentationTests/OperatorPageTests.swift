import Foundation
import Testing

/// Verifies the diagrams on the page "Operators" and in the documentation comments.
@Suite struct OperatorPageTests {
    static let page = OperatorPage.rill

    @Test(arguments: page.drawings)
    func diagramMatchesOutput(drawing: Drawing) async throws {
        let example = try #require(OperatorPageExamples.byCode[drawing.code], "no example runs this code")
        #expect(example.inputs == drawing.names, "the inputs of the diagram differ from \(example.location)")
        for problem in await Stage.problems(of: drawing, run: example) { Issue.record(Comment(rawValue: problem)) }
    }

    @Test func pageIsParsed() {
        #expect(Self.page.problems.isEmpty)
        #expect(Self.page.drawings.count > 90)
        #expect(Self.page.sections.first?.title == "Overview")
    }

    @Test func examplesAreOnThePageOnce() {
        let examples = OperatorPageExamples.registered.all
        let shown = Set(Self.page.drawings.map(\.code))
        for example in examples {
            #expect(
                !example.code.isEmpty,
                "expected one line each for parameters, code and closing brace: \(example.location)")
            #expect(shown.contains(example.code), "not on the page: \(example.location)")
        }
        #expect(Set(examples.map(\.code)).count == examples.count)
    }

    @Test func operatorsHaveHeadingsInTheirSections() {
        let sources = OperatorSources.rill.operators
        #expect(sources.values.joined().count > 70, "no sources in \(OperatorSources.root.path)")
        let sections = Self.page.sections.dropFirst()
        #expect(Set(sections.map(\.title)) == Set(sources.keys))
        for section in sections {
            let operators = sources[section.title] ?? []
            let headings = Set(section.headings)
            #expect(operators.subtracting(headings).sorted() == [], "missing headings in \(section.title)")
            #expect(headings.subtracting(operators).sorted() == [], "headings without an operator in \(section.title)")
            #expect(headings.count == section.headings.count, "duplicate headings in \(section.title)")
        }
    }

    @Test func tablesListTheOperatorsOfTheirSections() {
        for section in Self.page.sections.dropFirst() { #expect(section.rows == section.headings) }
    }

    @Test func headingsHaveDiagrams() {
        let headings = Self.page.sections.flatMap(\.headings)
        #expect(headings.filter { Self.page.blocks[$0] == nil } == [])
    }

    // MARK: Documentation comments

    @Test func commentDiagramsAreOnThePage() {
        for comment in OperatorSources.rill.comments {
            for diagram in comment.diagrams {
                let shown = diagram.joined(separator: "\n")
                do {
                    let blocks = Self.page.blocks[comment.subject ?? ""] ?? []
                    let isShown = blocks.contains(try DiagramBlock(diagram))
                    let name = comment.subject ?? "an internal declaration"
                    #expect(isShown, "\(comment.location): not on the page under \(name)\n\(shown)")
                } catch {
                    Issue.record("\(comment.location): \(error)")
                }
            }
        }
    }

    @Test func operatorCommentsHaveDiagrams() {
        // The documentation comments in `Consuming/` contain code instead of diagrams.
        let sections = Self.page.sections.dropFirst().filter { $0.title != "Consuming" }
        let drawn = Set(OperatorSources.rill.comments.compactMap(\.subject))
        #expect(sections.flatMap(\.headings).filter { !drawn.contains($0) } == [])
    }
}

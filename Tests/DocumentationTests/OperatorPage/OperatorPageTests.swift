import Foundation
import Testing

/// Verifies the page "Operators" and the diagrams in the documentation comments.
@Suite struct OperatorPageTests {
    static let page = OperatorPage.rill
    static let sources = OperatorSources.rill

    /// The executable diagrams of the page and of all comments.
    static let drawings = page.drawings + sources.drawings

    @Test(arguments: drawings)
    func diagramMatchesOutput(drawing: Drawing) async throws {
        let example = try #require(OperatorPageExamples.byCode[drawing.code], "no example runs this code")
        #expect(example.inputs == drawing.names, "the inputs of the diagram differ from \(example.location)")
        for problem in await Stage.problems(of: drawing, run: example) { Issue.record(Comment(rawValue: problem)) }
    }

    @Test func diagramsAreParsed() {
        #expect(Self.page.problems + Self.sources.problems == [])
        #expect(Self.drawings.count > 90)
        #expect(Self.page.sections.first?.title == "Overview")
    }

    @Test func examplesAreShownOnce() {
        let examples = OperatorPageExamples.registered.all
        let shown = Set(Self.drawings.map(\.code))
        for example in examples {
            #expect(
                !example.code.isEmpty,
                "expected one line each for parameters, code and closing brace: \(example.location)")
            #expect(shown.contains(example.code), "not in a diagram: \(example.location)")
        }
        #expect(Set(examples.map(\.code)).count == examples.count)
    }

    @Test func tablesListTheOperatorsOfTheirFolders() {
        let sources = Self.sources.operators
        #expect(sources.values.joined().count > 70, "no sources in \(OperatorSources.root.path)")
        let sections = Self.page.sections.dropFirst()
        #expect(Set(sections.map(\.title)) == Set(sources.keys))
        for section in sections {
            let operators = sources[section.title] ?? []
            let rows = Set(section.rows)
            #expect(operators.subtracting(rows).sorted() == [], "missing rows in \(section.title)")
            #expect(rows.subtracting(operators).sorted() == [], "rows without an operator in \(section.title)")
            #expect(rows.count == section.rows.count, "duplicate rows in \(section.title)")
        }
    }

    @Test func topicGroupsListAllOperators() throws {
        let groups = try ["Observable", "ObservableConvertible"].map { name in
            try String(contentsOf: OperatorSources.root.appending(path: "Rill.docc/\(name).md"), encoding: .utf8)
        }
        let listed = Set(groups.joined().matches(of: /- ``(\w+)/).map { String($0.1) })
        let operators = Self.sources.operators.filter { $0.key != "Subjects" }.values.joined()
        let names: [String] = operators.map { String($0.prefix { $0 != "(" }) }
        #expect(Set(names).subtracting(listed) == [])
    }

    @Test func operatorCommentsHaveDiagrams() {
        let drawn = Set(Self.sources.comments.compactMap(\.subject))
        #expect(Self.page.sections.flatMap(\.rows).filter { !drawn.contains($0) } == [])
    }
}

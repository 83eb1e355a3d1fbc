import Foundation

/// The parsed page "Operators".
///
/// Each `##` heading corresponds to a source folder, and has a table with one row per operator. Code blocks without a
/// language are diagrams.
struct OperatorPage: Sendable {
    /// A section with a `##` heading.
    struct Section: Sendable {
        let title: String

        /// The operators in the first column of the table, which are links.
        var rows: [String] = []
    }

    private(set) var sections: [Section] = []

    /// The executable diagrams, in order.
    private(set) var drawings: [Drawing] = []

    /// The lines of the diagrams that are followed by an image, by the names of the images.
    private(set) var images: [String: [String]] = [:]

    /// The parse errors.
    private(set) var problems: [String] = []

    /// `Operators.md`.
    static let rill: OperatorPage = {
        let page = OperatorSources.root.appending(path: "Rill.docc/Operators.md")
        return OperatorPage((try? String(contentsOf: page, encoding: .utf8)) ?? "")
    }()

    init(_ text: String) {
        var block: [String]?
        var diagram: [String] = []
        var isDiagram = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                if let lines = block, isDiagram {
                    add(lines)
                    diagram = lines
                }
                isDiagram = line == "```"
                block = block == nil ? [] : nil
            } else if block != nil {
                block?.append(line)
            } else if let image = line.wholeMatch(of: /!\[.+\]\((\S+)\)/) {
                images[String(image.1)] = diagram
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else if let row = line.firstMatch(of: /^\| \[`(.+?)`\]\(doc:\S+\) \| .+ \|$/), !sections.isEmpty {
                sections[sections.endIndex - 1].rows.append(String(row.1))
            }
        }
        if block != nil { problems.append("unclosed code block") }
    }

    private mutating func add(_ lines: [String]) {
        do {
            drawings += try DiagramBlock(lines).drawings(of: sections.last?.title ?? "")
        } catch {
            problems.append("\(error)")
        }
    }
}

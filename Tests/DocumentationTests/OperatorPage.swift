import Foundation

/// The page that lists all operators, taken apart.
///
/// A `##` is a folder of the sources, a `###` an operator, a block without a language a diagram; a folder's table has a row
/// for each of its operators.
struct OperatorPage: Sendable {
    /// What stands under one `##`.
    struct Section: Sendable {
        let title: String

        /// The operators in the first column of the table.
        var rows: [String] = []

        /// The `###`, in order.
        var headings: [String] = []
    }

    private(set) var sections: [Section] = []

    /// The diagrams by the operator under whose heading they stand; those of the introduction by the empty name.
    private(set) var blocks: [String: [DiagramBlock]] = [:]

    /// What is to be run, in order.
    private(set) var drawings: [Drawing] = []

    /// What could not be read.
    private(set) var problems: [String] = []

    /// `Operators.md`.
    static let rill: OperatorPage = {
        let page = OperatorSources.root.appending(path: "Rill.docc/Operators.md")
        return OperatorPage((try? String(contentsOf: page, encoding: .utf8)) ?? "")
    }()

    init(_ text: String) {
        var heading = ""
        var block: [String]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                if let lines = block { add(lines, under: heading) }
                block = block == nil ? [] : nil
            } else if block != nil {
                block?.append(line)
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
                heading = ""
            } else if line.hasPrefix("### "), !sections.isEmpty {
                heading = String(line.dropFirst(4))
                sections[sections.endIndex - 1].headings.append(heading)
            } else if let row = line.firstMatch(of: /^\| `(.+?)` \| .+ \|$/), !sections.isEmpty {
                sections[sections.endIndex - 1].rows.append(String(row.1))
            }
        }
        if block != nil { problems.append("a block is not closed") }
    }

    private mutating func add(_ lines: [String], under heading: String) {
        do {
            let block = try DiagramBlock(lines)
            blocks[heading, default: []].append(block)
            drawings += block.drawings(of: heading)
        } catch {
            problems.append("\(heading): \(error)")
        }
    }
}

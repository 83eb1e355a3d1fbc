import Foundation

/// A program that consists of the code blocks of a page, as shown.
///
/// A block with imports starts a new program, which the following blocks without imports continue.
struct PageProgram {
    /// A line of code and its line number on the page.
    typealias Line = (number: Int, text: Substring)

    private let page: String
    private var imports: [Line] = []
    private var declarations: [Line] = []
    private var statements: [Line] = []
    private var blockCount = 0
    private var isInDeclaration = false

    /// Returns the programs of a page.
    ///
    /// - Parameters:
    ///   - text: The text of the page.
    ///   - page: The path of the page, for error messages.
    static func programs(in text: String, page: String) -> [PageProgram] {
        var programs: [PageProgram] = []
        for block in blocks(of: text) {
            if programs.isEmpty || block.contains(where: { $0.text.hasPrefix("import ") }) {
                programs.append(PageProgram(page: page))
            }
            programs[programs.count - 1].append(block)
        }
        return programs
    }

    /// Returns the Swift blocks of a page, except for package dependencies, which belong in a package manifest.
    static func blocks(of text: String) -> [[Line]] {
        var blocks: [[Line]] = []
        var block: [Line]?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "```swift" {
                block = []
            } else if line == "```", let lines = block {
                if lines.first?.text.hasPrefix(".package(") == false { blocks.append(lines) }
                block = nil
            } else {
                block?.append((index + 1, line))
            }
        }
        return blocks
    }

    private init(page: String) {
        self.page = page
    }

    private mutating func append(_ block: [Line]) {
        // Each block has its own scope, so that it can use and shadow the constants of the previous blocks.
        statements.append((block[0].number - 1, "do {"))
        blockCount += 1
        for line in block {
            if line.text.hasPrefix("import ") {
                imports.append(line)
            } else if isInDeclaration {
                declarations.append(line)
                isInDeclaration = !line.text.hasPrefix("}")
            } else if ["@MainActor ", "@Suite", "@Test", "enum ", "extension ", "final class ", "struct "].contains(
                where: line.text.hasPrefix)
            {
                declarations.append(line)
                isInDeclaration = !line.text.hasSuffix("}")
            } else {
                statements.append(line)
            }
        }
    }

    /// Returns the source code of the program, with the source locations of the page.
    ///
    /// - Parameter preamble: The declarations that the reader's program contains.
    func source(preamble: String) -> String {
        """
        \(located(imports))
        #sourceLocation(file: "preamble of \(page)", line: 1)
        \(preamble)
        \(located(declarations))
        func program() async throws {
        \(located(statements))
        \(String(repeating: "}", count: blockCount + 1))
        """
    }

    /// Returns lines of code with their source locations.
    private func located(_ lines: [Line]) -> String {
        var text = ""
        var previous = -1
        for line in lines {
            if line.number != previous + 1 { text += "#sourceLocation(file: \"\(page)\", line: \(line.number))\n" }
            text += "\(line.text)\n"
            previous = line.number
        }
        return text
    }
}

import Foundation
import RillTestSupport

/// The declarations and documentation comments in `Sources/Rill`, parsed from the source text.
struct OperatorSources: Sendable {
    /// A documentation comment with marble diagrams.
    struct Comment: Sendable {
        let location: String

        /// The documented operator or type, or `nil` if the declaration is not public.
        let subject: String?

        /// The lines of each diagram.
        let diagrams: [[String]]

        /// The expected name of the image of each diagram: the subject without punctuation, followed by a number from
        /// the second image of the subject onward.
        let images: [String]

        /// The names of the images that the comment shows.
        let shownImages: [String]
    }

    /// The folder `Sources/Rill`.
    static let root = PackageFiles.root.appending(path: "Sources/Rill")

    static let rill = OperatorSources()

    /// The names of the operators by folder, in the format of the page headings.
    ///
    /// The subjects are in `Subjects`.
    private(set) var operators: [String: Set<String>] = [:]

    private(set) var comments: [Comment] = []

    /// The lines of the diagrams of public declarations, by the names of their images.
    private(set) var images: [String: [String]] = [:]

    /// The executable diagrams of the comments, in order.
    private(set) var drawings: [Drawing] = []

    /// The diagrams that could not be parsed.
    private(set) var problems: [String] = []

    private init() {
        let files = FileManager.default.enumerator(at: Self.root, includingPropertiesForKeys: nil)?.allObjects ?? []
        let paths = files.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".swift") }.sorted()
        for file in paths.map({ URL(filePath: $0) }) {
            read((try? String(contentsOf: file, encoding: .utf8)) ?? "", at: file)
        }
    }

    private mutating func read(_ text: String, at file: URL) {
        let folder = file.deletingLastPathComponent().lastPathComponent
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var comment: [String] = []
        var isInExtension = false
        for (index, line) in lines.enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code.hasPrefix("///") {
                comment.append(String(code.dropFirst(3)))
                continue
            }
            // Skips attributes between a comment and its declaration.
            if code.hasPrefix("@"), !code.contains("func ") { continue }
            if let name = line.prefixMatch(of: /extension (\w+)/)?.1 {
                isInExtension = ["Observable", "ObservableConvertible", "AsyncSequence"].contains(name)
            } else if line == "}" {
                isInExtension = false
            }
            let name = Self.publicName(declaredAt: code, lines[index...])
            let otherFolders = [Self.root.lastPathComponent, "Internal", "Unavailable"]
            let isOperator = isInExtension && !otherFolders.contains(folder)
            if let name, isOperator {
                operators[folder, default: []].insert(name)
            } else if let name, folder == "Subjects", code.contains(": Subject") {
                operators[folder, default: []].insert(name)
            }
            let diagrams = Self.diagrams(in: comment)
            if !diagrams.isEmpty {
                let location = "\(file.lastPathComponent):\(index + 1)"
                let images = name.map { subject in diagrams.map { addImage(of: $0, subject: subject) } } ?? []
                let shown = comment.compactMap { $0.wholeMatch(of: #/ !\[.+\]\((\S+)\)/#).map { String($0.1) } }
                comments.append(
                    Comment(location: location, subject: name, diagrams: diagrams, images: images, shownImages: shown))
                for diagram in diagrams { add(diagram, of: name, at: location) }
            }
            comment = []
        }
    }

    private mutating func add(_ diagram: [String], of subject: String?, at location: String) {
        do {
            drawings += try DiagramBlock(diagram).drawings(of: subject ?? location)
        } catch {
            problems.append("\(location): \(error)")
        }
    }

    /// Returns the name of the image of a diagram.
    private mutating func addImage(of diagram: [String], subject: String) -> String {
        let name = subject.replacing("(", with: "-").filter { $0.isLetter || $0 == "-" }
        let number = images.keys.count { $0 == name || $0.wholeMatch(of: /(.+)-\d+/)?.1 == name[...] } + 1
        let image = number == 1 ? name : "\(name)-\(number)"
        images[image] = diagram
        return image
    }

    // MARK: Names

    /// Returns the heading of a public declaration on the page.
    ///
    /// For types and properties, this is the name. For methods, it is the name and the label of the first parameter
    /// without a default value, if it has a label: `take`, `take(while:)`, `flatMap`, `buffer(timeSpan:)`.
    private static func publicName(declaredAt code: String, _ lines: ArraySlice<Substring>) -> String? {
        if let type = code.prefixMatch(of: /public (?:final )?(?:class|struct|enum|protocol) (\w+)/) {
            return String(type.1)
        }
        if let property = code.prefixMatch(of: /public (?:static )?var (\w+)/) { return String(property.1) }
        guard let method = code.prefixMatch(of: /public (?:static )?func `?(\w+)`?/) else { return nil }
        let signature = lines.prefix(20).joined(separator: " ").trimmingPrefix { $0 == " " }
        let first = parameters(of: signature.dropFirst(method.0.count)).first { !$0.contains(" = ") }
        let label = first?.prefix { $0 != ":" && $0 != " " } ?? "_"
        return label == "_" ? String(method.1) : "\(method.1)(\(label):)"
    }

    /// Returns the parameters of a method signature after the name.
    private static func parameters(of signature: Substring) -> [String] {
        var parameters = [""]
        var depth = 0
        for character in signature.replacing("->", with: "").drop(while: { $0 != "(" }) {
            if "([<{".contains(character) { depth += 1 }
            if ")]>}".contains(character) { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, character == "," {
                parameters.append("")
            } else if depth > 1 || character != "(" {
                parameters[parameters.endIndex - 1].append(character)
            }
        }
        return parameters.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    // MARK: Diagrams

    /// Returns the indented blocks of a documentation comment that contain diagram labels or marbles.
    private static func diagrams(in comment: [String]) -> [[String]] {
        let indentation = "     "
        let blocks = comment.split { !$0.hasPrefix(indentation) }
        return blocks.map { $0.map { String($0.dropFirst(indentation.count)) } }.filter {
            $0.contains(where: containsMarbles)
        }
    }

    static func containsMarbles(_ line: String) -> Bool {
        line.contains(/^(?:source|other|first|second|third|result|later|printed|subject|where) {2,}\S/)
            || line.contains(/(?:^| )[-\w()]*(?:--|[-\w)][|#])[-\w()|#]*(?: |$)/)
            || line.contains(#/ {2,}(?:\([\w ]+\|?\)|[|#])$/#)
    }
}

#if os(Linux)
    import Foundation
    @testable import RillHTTPTesting
    import RillTestSupport

    /// The public declarations of a library as text, read from its symbol graphs.
    ///
    /// Each type and each extended type has a paragraph: its declaration, its conformances, and its members.
    struct PublicAPI {
        let text: String

        /// The protocols to which types conform implicitly.
        private static let impliedProtocols: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

        /// Reads the symbol graphs of a module in the build folder of the tests.
        init(of library: String) throws {
            let products = BuildFolder.products
            let output = try TemporaryFiles()
            let exported =
                library == "RillHTTP" ? ["-experimental-allowed-reexported-modules=RillHTTPTypes,RillCurl"] : []
            try SystemTool("swift-symbolgraph-extract").run(
                exported + [
                    "-module-name", library, "-I", "\(products)/Modules", "-target", BuildFolder.triple,
                    "-module-cache-path", "\(products)/PageModuleCache",
                    "-Xcc", "-fmodule-map-file=\(products)/CRillCurl.build/module.modulemap",
                    "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
                    "-output-dir", output.url.path,
                ])
            let files = try FileManager.default.contentsOfDirectory(at: output.url, includingPropertiesForKeys: nil)
            self.init(try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) })
        }

        init(_ graphs: [SymbolGraph]) {
            var paragraphs: [String: Paragraph] = [:]
            for graph in graphs {
                let requirements = Set(graph.relationships.filter { $0.kind == "requirementOf" }.map(\.source))
                for symbol in graph.symbols {
                    if symbol.isType {
                        paragraphs[symbol.path, default: Paragraph()].heading = symbol.heading
                    } else {
                        let container = symbol.pathComponents.dropLast().joined(separator: ".")
                        let prefix = requirements.contains(symbol.identifier.precise) ? "requires " : ""
                        paragraphs[container, default: Paragraph()].members
                            .append((symbol.path, prefix + symbol.declaration))
                    }
                }
                let paths = Dictionary(graph.symbols.map { ($0.identifier.precise, $0.path) }, uniquingKeysWith: { $1 })
                for relationship in graph.relationships where relationship.kind == "conformsTo" {
                    guard let path = paths[relationship.source] else { continue }
                    let name = paths[relationship.target] ?? relationship.targetFallback ?? relationship.target
                    guard !Self.impliedProtocols.contains(name) else { continue }
                    paragraphs[path]?.conformances.insert(name + (relationship.swiftConstraints ?? []).clause)
                }
            }
            text = paragraphs.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmptyExtension }.map(\.text)
                .joined(separator: "\n")
        }

        /// Returns the lines that were removed from a text, and the lines that were added to it, with `-` and `+`.
        static func changes(from old: String, to new: String) -> [String] {
            let (old, new) = (lines(of: old), lines(of: new))
            return new.difference(from: old).map { change in
                switch change {
                case .remove(_, let line, _): "- \(line)"
                case .insert(_, let line, _): "+ \(line)"
                }
            }
        }

        /// Returns the lines of a text, and each member together with its type.
        private static func lines(of text: String) -> [String] {
            var heading = ""
            return text.split(separator: "\n").map { line in
                guard line.hasPrefix(" ") else {
                    heading = String(line)
                    return heading
                }
                return "\(heading): \(line.trimmingPrefix { $0 == " " })"
            }
        }
    }

    extension PublicAPI {
        private struct Paragraph {
            var heading: String?
            var conformances: Set<String> = []
            var members: [(path: String, declaration: String)] = []

            /// Whether all members of an extension are unavailable.
            var isEmptyExtension: Bool {
                heading?.hasPrefix("extension ") == true && members.isEmpty && conformances.isEmpty
            }

            var text: String {
                let indentation = heading == nil ? "" : "    "
                let lines = conformances.sorted().map { "conforms to \($0)" } + members.sorted(by: <).map(\.declaration)
                return (heading.map { "\($0)\n" } ?? "") + lines.map { "\(indentation)\($0)\n" }.joined()
            }
        }
    }

    /// The parts of a symbol graph that the texts contain.
    struct SymbolGraph: Decodable {
        struct Constraint: Decodable {
            let kind: String
            let lhs: String
            let rhs: String
        }

        struct Symbol: Decodable {
            struct Identifier: Decodable {
                let precise: String
            }

            struct Kind: Decodable {
                let identifier: String
            }

            struct Extension: Decodable {
                let constraints: [Constraint]?
            }

            struct Fragment: Decodable {
                let kind: String
                let spelling: String
            }

            let identifier: Identifier
            let kind: Kind
            let pathComponents: [String]
            let declarationFragments: [Fragment]
            let swiftExtension: Extension?

            var path: String { pathComponents.joined(separator: ".") }

            var isType: Bool {
                ["class", "enum", "extension", "protocol", "struct"].contains { kind.identifier == "swift.\($0)" }
            }

            /// The declaration in one line, with the constraints of the extension that contains it.
            ///
            /// Constraints of the declaration or the type are not repeated.
            var declaration: String {
                let line = Self.line(declarationFragments.map(\.spelling))
                let missing = (swiftExtension?.constraints ?? [])
                    .filter { !line.contains($0.rhs) && $0.rhs != "Sendable" }
                return kind.identifier == "swift.extension" ? line : line + missing.clause
            }

            /// The declaration of a type, with the names of the types that contain it.
            var heading: String {
                guard kind.identifier != "swift.extension" else { return declaration }
                var hasName = false
                return Self.line(
                    declarationFragments.map { fragment in
                        guard fragment.kind == "identifier", !hasName else { return fragment.spelling }
                        hasName = true
                        return path
                    })
            }

            private static func line(_ spellings: [String]) -> String {
                spellings.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
        }

        struct Relationship: Decodable {
            let source: String
            let target: String
            let kind: String
            let targetFallback: String?
            let swiftConstraints: [Constraint]?
        }

        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    extension [SymbolGraph.Constraint] {
        /// The constraints as a `where` clause, or an empty text.
        fileprivate var clause: String {
            let texts = filter { !["Copyable", "Escapable"].contains($0.rhs) }
                .map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }
            return texts.isEmpty ? "" : " where " + texts.joined(separator: ", ")
        }
    }

    /// The folder with the products of the tests.
    enum BuildFolder {
        /// The path, for example `.build/x86_64-unknown-linux-gnu/debug`.
        static let products =
            Bundle.main.executableURL?.deletingLastPathComponent().resolvingSymlinksInPath().path ?? ""

        /// The target of the compiler.
        static let triple = URL(filePath: products).deletingLastPathComponent().lastPathComponent
    }
#endif

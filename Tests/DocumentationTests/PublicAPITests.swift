// Other versions of the compiler print some declarations differently.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
    import Foundation
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Compares the public declarations of all library products with the files in `Tests/API`.
    @Suite(
        .disabledUnderThreadSanitizer("the compiler runs in a separate process"),
        .enabled("requires swift-symbolgraph-extract") { (try? SystemTool("swift-symbolgraph-extract")) != nil })
    struct PublicAPITests {
        private static let manifest = (try? PackageFiles.text(of: "Package.swift")) ?? ""

        private static let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }

        @Test(arguments: libraries)
        func recordedAPIMatches(library: String) throws {
            let file = "Tests/API/\(library).txt"
            let text = try PublicAPI(of: library).text
            try #require(!text.isEmpty)
            if PackageFiles.updates {
                try text.write(to: PackageFiles.root.appending(path: file), atomically: true, encoding: .utf8)
            }
            let changes = PublicAPI.changes(from: (try? PackageFiles.text(of: file)) ?? "", to: text)
            #expect(
                changes.isEmpty,
                """
                the public API of \(library) differs from \(file):
                \(changes.prefix(40).joined(separator: "\n"))
                If this is intended, add it to CHANGELOG.md and run: RILL_UPDATE=1 swift test --filter PublicAPITests
                """)
        }

        /// The build would silently use such a product instead of a user's executable of the same name.
        @Test func scriptsAreNotProducts() {
            #expect(!Self.manifest.contains(".executable("))
        }

        @Test(.enabled(if: !PackageFiles.updates)) func everyFileBelongsToALibrary() throws {
            let folder = PackageFiles.root.appending(path: "Tests/API").path
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(files) == Set(Self.libraries.map { "\($0).txt" }))
        }

        @Test func changesNameTheTypeOfAMember() {
            let old = "struct A\n    var x: Int { get }\n\nstruct B\n    init()\n"
            let new = "struct A\n    var x: String { get }\n\nstruct B\n    init()\n"
            #expect(
                PublicAPI.changes(from: old, to: new)
                    == ["- struct A: var x: Int { get }", "+ struct A: var x: String { get }"])
            #expect(PublicAPI.changes(from: old, to: old).isEmpty)
        }

        @Test func textContainsConformancesAndNestedNames() throws {
            let graph = """
                {"symbols": [
                    {"identifier": {"precise": "s"}, "kind": {"identifier": "swift.struct"}, "pathComponents": ["A", "B"],
                     "declarationFragments": [{"kind": "keyword", "spelling": "struct"}, {"kind": "text", "spelling": " "},
                         {"kind": "identifier", "spelling": "B"}]},
                    {"identifier": {"precise": "i"}, "kind": {"identifier": "swift.init"},
                     "pathComponents": ["A", "B", "init()"],
                     "declarationFragments": [{"kind": "keyword", "spelling": "init"}, {"kind": "text", "spelling": "()"}]}],
                 "relationships": [
                    {"source": "s", "target": "e", "kind": "conformsTo", "targetFallback": "Swift.Equatable",
                     "swiftConstraints": [{"kind": "conformance", "lhs": "T", "rhs": "Equatable"}]}]}
                """
            let api = PublicAPI([try JSONDecoder().decode(SymbolGraph.self, from: Data(graph.utf8))])
            #expect(api.text == "struct A.B\n    conforms to Swift.Equatable where T : Equatable\n    init()\n")
        }
    }
#endif

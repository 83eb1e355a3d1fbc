#if os(Linux)
    import Foundation
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Verifies that the code in the README and the documentation catalogs compiles as shown, with the imports on the
    /// page.
    @Suite(
        .serialized, .disabledUnderThreadSanitizer("the compiler runs in a separate process"),
        .enabled("requires swiftc") { (try? SystemTool("swiftc")) != nil })
    struct PageCompilationTests {
        private static let pages: [String] = {
            let folder = PackageFiles.root.appending(path: "Sources").path
            let catalogs = (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".md") }
            return (["README.md"] + catalogs.map { "Sources/\($0)" }.sorted()).filter { page in
                (try? PackageFiles.text(of: page).contains("```swift\n")) == true
            }
        }()

        @Test(arguments: pages)
        func codeCompiles(page: String) throws {
            for program in PageProgram.programs(in: try PackageFiles.text(of: page), page: page) {
                try compile(program, preamble: pagePreambles[page] ?? "")
            }
        }

        @Test(arguments: [
            ("import Rill\nlet lengths = Observable.of(1).mapp { $0 + 1 }", "Page.md:3:32: error: "),
            ("let lengths = Observable.of(1).map { $0 + 1 }", "Page.md:2:15: error: cannot find 'Observable'"),
            ("import Rill\nlet client = Client(baseURL: \"/\")", "Page.md:3:14: error: cannot find 'Client'"),
            ("import Rill\nstruct Name {", "error: expected '}' in struct"),
            ("import Rill\nlet text = { () -> String in }", "Page.md:3:30: error: missing return"),
            ("import Rill\nObservable.of(1).map { $0 + 1 }", "Page.md:3:18: warning: result of call to 'map"),
        ])
        func invalidCodeDoesNotCompile(code: String, message: String) throws {
            let program = try #require(PageProgram.programs(in: "```swift\n\(code)\n```", page: "Page.md").first)
            let error = #expect(throws: SystemTool.Failure.self) { try compile(program) }
            #expect(error?.description.contains(message) == true)
        }

        @Test(arguments: TutorialStep.tutorials)
        func codeOfEachTutorialStepCompiles(tutorial: String) throws {
            let steps = try TutorialStep.steps(of: tutorial)
            #expect(steps.count > 5)
            let package = try TemporaryFiles()
            for step in steps { try Compiler.compile(step.code, at: step.path, in: package.url) }
        }

        @Test func invalidCodeOfTutorialDoesNotCompile() throws {
            let package = try TemporaryFiles()
            try Compiler.compile("struct Name { var first = \"\" }", at: "Sources/Names/Name.swift", in: package.url)
            try Compiler.compile("print(Name().first)", at: "Sources/Names/main.swift", in: package.url)
            let test = "@testable import Names\nlet text = Name()."
            try Compiler.compile(test + "first", at: "Tests/NamesTests/NameTests.swift", in: package.url)
            for (code, path, message) in [
                (test + "last", "Tests/NamesTests/NameTests.swift", "NameTests.swift:2:19: error: "),
                ("struct Name {}", "Sources/Names/Name.swift", "main.swift:1:14: error: "),
                ("import PackageDescription\nPackage()", "Package.swift", "Package.swift:2:9: error: "),
            ] {
                let error = #expect(throws: SystemTool.Failure.self) {
                    try Compiler.compile(code, at: path, in: package.url)
                }
                #expect(error?.description.contains(message) == true)
            }
        }

        @Test func tutorialsShowAllCodeFiles() throws {
            let shown = try TutorialStep.tutorials.flatMap { try TutorialStep.steps(of: $0).map(\.file) }
            let folder = PackageFiles.root.appending(path: "\(TutorialStep.folder)/Code").path
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == Set(shown))
        }

        @Test func preamblesContainNoImportsAndExtensions() {
            #expect(Set(pagePreambles.keys).isSubset(of: Self.pages))
            for preamble in pagePreambles.values {
                #expect(preamble.firstMatch(of: /\b(extension|import)\b/) == nil)
            }
        }

        /// Compiles a program; see `Compiler`.
        private func compile(_ program: PageProgram, preamble: String = "") throws {
            try Compiler.compile(program.source(preamble: preamble))
        }
    }
#endif

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

        @Test(arguments: ["AFirstClient", "TestingTheClient"])
        func codeOfEachTutorialStepCompiles(tutorial: String) throws {
            let steps = try TutorialStep.steps(of: tutorial)
            #expect(steps.count > 5)
            try withFolder { package in
                for step in steps { try compile(step.code, at: step.path, in: package) }
            }
        }

        @Test func invalidCodeOfTutorialDoesNotCompile() throws {
            try withFolder { package in
                try compile("struct Name { var first = \"\" }", at: "Sources/Names/Name.swift", in: package)
                try compile("print(Name().first)", at: "Sources/Names/main.swift", in: package)
                let test = "@testable import Names\nlet text = Name()."
                try compile(test + "first", at: "Tests/NamesTests/NameTests.swift", in: package)
                for (code, path, message) in [
                    (test + "last", "Tests/NamesTests/NameTests.swift", "NameTests.swift:2:19: error: "),
                    ("struct Name {}", "Sources/Names/Name.swift", "main.swift:1:14: error: "),
                    ("import PackageDescription\nPackage()", "Package.swift", "Package.swift:2:9: error: "),
                ] {
                    let error = #expect(throws: SystemTool.Failure.self) { try compile(code, at: path, in: package) }
                    #expect(error?.description.contains(message) == true)
                }
            }
        }

        @Test func tutorialsShowAllCodeFiles() throws {
            let shown = try ["AFirstClient", "TestingTheClient"].flatMap { try TutorialStep.steps(of: $0).map(\.file) }
            let folder = PackageFiles.root.appending(path: "\(TutorialStep.folder)/Code").path
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == Set(shown))
        }

        @Test func preamblesContainNoImportsAndExtensions() {
            #expect(Set(pagePreambles.keys).isSubset(of: Self.pages))
            for preamble in pagePreambles.values {
                #expect(preamble.firstMatch(of: /\b(extension|import)\b/) == nil)
            }
        }

        /// Compiles a program, and throws an error that contains the messages of the compiler if it fails.
        private func compile(_ program: PageProgram, preamble: String = "") throws {
            try withFolder { folder in
                let file = folder.appending(path: "program.swift")
                try program.source(preamble: preamble).write(to: file, atomically: true, encoding: .utf8)
                try compile(["-parse-as-library", file.path], in: folder)
            }
        }

        /// Writes a file of a package, and compiles its target.
        ///
        /// Throws an error that contains the messages of the compiler if the target does not compile.
        private func compile(_ code: String, at path: String, in package: URL) throws {
            let file = package.appending(path: path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try code.write(to: file, atomically: true, encoding: .utf8)
            if path == "Package.swift" {
                let tools = URL(filePath: try SystemTool("swiftc").path).resolvingSymlinksInPath()
                let manifests = tools.appending(path: "../../lib/swift/pm/ManifestAPI").standardized.path
                try compile(["-I", manifests, "-package-description-version", "6.1", file.path], in: package)
                return
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let target = folder.lastPathComponent
            let module = package.appending(path: "\(target).swiftmodule").path
            try compile(
                ["-module-name", target, "-emit-module-path", module, "-enable-testing", "-I", package.path]
                    + (names.contains("main.swift") ? [] : ["-parse-as-library"])
                    + names.map { folder.appending(path: $0).path },
                in: package)
        }

        /// Runs the compiler with the modules in the build folder of the tests.
        ///
        /// The output is a file in a folder, because the compiler can delete its output, even `/dev/null`, if it fails.
        private func compile(_ arguments: [String], in folder: URL) throws {
            let products = BuildFolder.products
            let output = try SystemTool("swiftc").run(
                [
                    "-whole-module-optimization", "-emit-sil", "-o", folder.appending(path: "output.sil").path,
                    "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility",
                    "-I", "\(products)/Modules",
                    "-module-cache-path", "\(products)/PageModuleCache",
                    "-Xcc", "-fmodule-map-file=\(products)/CRillCurl.build/module.modulemap",
                ] + arguments)
            // A page can declare a constant that it does not use. The names of pages are not file names of the module.
            let warnings = output.split(separator: "\n").filter {
                $0.contains(" warning: ") && !$0.contains("immutable value")
                    && !$0.contains("'#sourceLocation' directive")
            }
            if !warnings.isEmpty { throw SystemTool.Failure(description: warnings.joined(separator: "\n")) }
        }

        private func withFolder(_ work: (URL) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try work(folder)
        }
    }
#endif

#if os(Linux)
    import Foundation
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// The Swift compiler, with the modules in the build folder of the tests.
    enum Compiler {
        /// Compiles a program in language mode 6, and the stand-ins for the modules that it imports.
        ///
        /// Throws an error that contains the messages of the compiler if the program does not compile, or has warnings.
        static func compile(_ source: String, options: [String] = []) throws {
            let files = try TemporaryFiles()
            for (name, code) in pageModules where source.contains("\nimport \(name)\n") {
                try compile(code, at: "\(name)/\(name).swift", in: files.url)
            }
            try files.write(Array(source.utf8), to: "program.swift")
            try compile(
                options + ["-parse-as-library", "-I", files.url.path, files.path("program.swift")], in: files.url)
        }

        /// Compiles a function for each call, and expects its error.
        ///
        /// - Parameters:
        ///   - calls: The calls, and a part of the message of each.
        ///   - preamble: The imports and the declarations that the calls use.
        ///   - location: The location of the test.
        static func expectErrors(
            _ calls: [(code: String, message: String)], _ preamble: String,
            location: SourceLocation = #_sourceLocation
        ) throws {
            let functions = calls.enumerated().map { index, call in
                "#sourceLocation(file: \"call\(index).swift\", line: 1)\nfunc use\(index)() { _ = \(call.code) }"
            }
            let source = "\(preamble)\n\(functions.joined(separator: "\n"))"
            let error = #expect(throws: SystemTool.Failure.self, sourceLocation: location) { try compile(source) }
            let messages = (error?.description ?? "").split(separator: "\n")
            for (index, call) in calls.enumerated() {
                let found = messages.filter { $0.contains("call\(index).swift:") && $0.contains("error: ") }
                #expect(
                    found.contains { $0.contains(call.message) }, "\(call.code): \(found)", sourceLocation: location)
            }
        }

        /// Writes a file of a package, and compiles its target.
        ///
        /// Throws an error that contains the messages of the compiler if the target does not compile, or has warnings.
        static func compile(_ code: String, at path: String, in package: URL) throws {
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

        /// The output is a file in a folder, because the compiler can delete its output, even `/dev/null`, if it fails.
        private static func compile(_ arguments: [String], in folder: URL) throws {
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
    }
#endif

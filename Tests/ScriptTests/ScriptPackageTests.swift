#if os(Linux)
    import Foundation
    import RillServiceTestSupport
    import RillTestSupport
    import Testing

    /// Tests of a program in a package of its own, which uses `RillScript` as users do.
    @Suite(.timeLimit(.minutes(10)), .enabled("requires swiftc") { await Script.hasCompiler })
    struct ScriptPackageTests {
        private static let package = PackageFiles.root.appending(path: "Tests/ScriptPackage")

        @Test func programUsesThePublicLibrary() async throws {
            try await withFolder { folder in
                let products = try Script.products(containing: "libRillPlayground.so").path
                let program = folder.appending(path: "count-lines").path
                let source = Self.package.appending(path: "Sources/count-lines/main.swift").path
                let compiler = try await Script(name: "/usr/bin/env").run([
                    "swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", "\(products)/Modules", "-L", products,
                    "-lRillPlayground", "-Xlinker", "-rpath", "-Xlinker", products, source, "-o", program,
                ])
                try #require(compiler.status == 0, "\(compiler.errors)")
                let script = Script(name: program)
                let lines = folder.appending(path: "lines").path
                try "a\nb\n".write(toFile: lines, atomically: true, encoding: .utf8)

                let json = try await script.run(["--json", lines])
                #expect(json.output == "[\n  {\"lines\":2,\"name\":\"\(lines)\"}\n]\n")
                let table = try await script.run([], through: "printf 'a\\n' | \"$0\"")
                #expect(table.output == "File            Lines\nstandard input      1\n")
                let help = try await script.run(["--help"])
                help.expect(status: 0, output: .contains("USAGE: count-lines [<options>] [<file> ...]\n"))
                let misspelled = try await script.run(["--jsno"])
                misspelled.expect(
                    status: 64, errors: .begins("count-lines: unknown option --jsno: did you mean '--json'?\n"))
                let missing = try await script.run(["/no/such/file"])
                missing.expect(status: 1, errors: "count-lines: cannot read /no/such/file: No such file or directory\n")
            }
        }

        @Test func manifestUsesTheProduct() async throws {
            let outcome = try await Script(name: "/usr/bin/env").run(
                ["swift", "package", "dump-package", "--package-path", Self.package.path])
            outcome.expect(status: 0, output: .contains("\"RillScript\""))
        }
    }
#endif

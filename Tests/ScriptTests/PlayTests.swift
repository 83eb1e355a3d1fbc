#if os(Linux)
    import Foundation
    import RillServiceTestSupport
    import RillTestSupport
    import Testing

    /// Tests of `play` in a copy of the package's folders, whose `swift build` links to the build folder of the tests.
    @Suite(.timeLimit(.minutes(10)), .enabled("requires swiftc") { await Script.hasCompiler })
    struct PlayTests {
        /// The folders that `play` uses.
        private struct Playground {
            let folder: URL

            /// The commands that `play` passed to `swift`.
            var builds: [Substring] {
                let text = try? String(contentsOf: folder.appending(path: "builds"), encoding: .utf8)
                return text?.split(separator: "\n") ?? []
            }

            init(in folder: URL) throws {
                self.folder = folder
                let original = PackageFiles.root.appending(path: "Playground-scripts/play")
                for path in ["Playground-scripts", "Sources", "bin", "files"] {
                    try FileManager.default.createDirectory(
                        at: folder.appending(path: path), withIntermediateDirectories: false)
                }
                try FileManager.default.copyItem(at: original, to: folder.appending(path: "Playground-scripts/play"))
                try write("Package.swift", "")
                let products = try Script.products(containing: "libRillPlayground.so").path
                let swift = """
                    #!/bin/sh
                    echo "$@" >> '\(folder.path)/builds'
                    ln -sfn '\(products)' '\(folder.path)/.build/debug'

                    """
                try write("bin/swift", swift)
                chmod(folder.appending(path: "bin/swift").path, 0o755)
            }

            func write(_ path: String, _ text: String) throws {
                try text.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
            }

            /// Runs a command in the folder `files`, with additional folders in `PATH`.
            func run(
                _ command: String, path: [String] = ["bin", "Playground-scripts"]
            ) async throws -> Script.Outcome {
                let folders = path.map { "\(folder.path)/\($0):" }.joined()
                return try await Script(name: "/bin/sh").run(
                    ["-c", "cd '\(folder.path)/files' && \(command)"],
                    environment: ["PATH": folders + (ProcessInfo.processInfo.environment["PATH"] ?? "")])
            }
        }

        @Test func buildsLibrariesOnFirstUseAndWhenSourcesChange() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write("files/sum.swift", "import Rill\nprint(CommandLine.arguments.dropFirst())\n")
                let first = try await playground.run("play sum.swift --help 'a b'")
                first.expect(output: "[\"--help\", \"a b\"]\n", errors: "play: building the libraries\n")
                #expect(playground.builds == ["build --quiet --package-path \(folder.path) --product RillPlayground"])
                let second = try await playground.run("play \"$PWD/sum.swift\"")
                second.expect(output: "[]\n", errors: "")
                #expect(playground.builds.count == 1)
                try playground.write("Sources/Added.swift", "")
                #expect(try await playground.run("play sum.swift").status == 0)
                #expect(playground.builds.count == 2)
            }
        }

        @Test func compilesChangedFiles() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write("files/text.swift", "print(1)\n")
                #expect(try await playground.run("play text.swift").output == "1\n")
                // The modification time is older than the program.
                try playground.write("files/text.swift", "print(2)\n")
                #expect(try await playground.run("touch -t 202001010000 text.swift; play text.swift").output == "2\n")
                // Another file with the same name.
                try playground.write("text.swift", "print(3)\n")
                #expect(try await playground.run("play ../text.swift").output == "3\n")
            }
        }

        @Test func compilerErrorNamesFileAndLine() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write("files/broken.swift", "#!/usr/bin/env play\nimport Rill\n\nlet a = missing\n")
                let outcome = try await playground.run("play broken.swift")
                outcome.expect(
                    status: 1, output: "", errors: .contains("broken.swift:4:9: error: cannot find 'missing' in scope"))
            }
        }

        @Test func passesStandardInputSignalsAndExitStatus() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write(
                    "files/end.swift",
                    """
                    import Foundation
                    guard let line = readLine() else { exit(7) }
                    print(line)
                    fflush(nil)
                    kill(getpid(), SIGINT)

                    """)
                #expect(try await playground.run("play end.swift < /dev/null").status == 7)
                // Without a shell between the terminal and the program, the signal terminates the process.
                let outcome = try await playground.run("echo text > input; exec play end.swift < input")
                #expect(outcome.output == "text\n")
                #expect(outcome.isKilled)
                #expect(outcome.status == SIGINT)
            }
        }

        @Test func closedStandardErrorIsReplacedByNullDevice() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write(
                    "files/first.swift",
                    """
                    import Foundation
                    print(try FileManager.default.destinationOfSymbolicLink(atPath: "/dev/fd/2"))

                    """)
                // A socket of the program would otherwise be assigned the descriptor.
                #expect(try await playground.run("play first.swift 2>&-").output == "/dev/null\n")
            }
        }

        @Test func starterRunsByItsName() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                let outcome = try await playground.run("play --new tags")
                outcome.expect(status: 0, output: "tags.swift\n")
                let run = try await playground.run("cd / && '\(folder.path)/files/tags.swift'", path: ["bin"])
                #expect(run.lines.count == 5)
                #expect(run.lines.first == "Python 95002")
                let again = try await playground.run("play --new tags.swift")
                again.expect(status: 1, errors: "play: cannot write tags.swift: the file exists\n")
                let missing = try await playground.run("play --new missing/tags")
                missing.expect(
                    status: 1,
                    errors: "play: cannot write missing/tags.swift: check that its folder exists and is writable\n")
            }
        }

        @Test func findsItsPackageThroughSymbolicLinks() async throws {
            try await withFolder { folder in
                let playground = try Playground(in: folder)
                try playground.write("files/one.swift", "print(1)\n")
                let command = "ln -s ../Playground-scripts/play link; ln -s link other; ./other one.swift"
                #expect(try await playground.run(command).output == "1\n")
            }
        }

        @Test(arguments: [
            ("", 64, "missing file\nRun 'play --help' for usage."),
            ("--nwe x", 64, "unknown option --nwe\nRun 'play --help' for usage."),
            ("--new", 64, "--new requires a name\nRun 'play --help' for usage."),
            ("--new --help", 64, "--new requires a name\nRun 'play --help' for usage."),
            ("--new folder/", 64, "--new requires a name\nRun 'play --help' for usage."),
            ("--new a b", 64, "unexpected argument b\nRun 'play --help' for usage."),
            ("missing.swift", 1, "cannot find missing.swift"),
        ])
        func invalidUsageExplainsError(arguments: String, status: Int32, message: String) async throws {
            try await withFolder { folder in
                let outcome = try await Playground(in: folder).run("play \(arguments)")
                outcome.expect(status: status, output: "", errors: "play: \(message)\n")
            }
        }

        @Test func helpDescribesUsage() async throws {
            try await withFolder { folder in
                let outcome = try await Playground(in: folder).run("play --help")
                outcome.expect(
                    status: 0, output: .contains("USAGE: play <file> [<arguments> ...]\n       play --new <name>\n"))
                #expect(outcome.lines.allSatisfy { $0.count <= 80 })
            }
        }
    }
#endif

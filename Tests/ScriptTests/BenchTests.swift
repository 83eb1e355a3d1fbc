import Foundation
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests of `rill-bench` with programs that print given measurements.
@Suite struct BenchTests {
    private let script = Script(name: "rill-bench")

    /// Writes a program that prints one measurement per workload and call, and starts over after the last.
    private func writeProgram(
        _ name: String, in folder: URL, times: KeyValuePairs<String, [Double]>, allocations: Double
    ) throws -> String {
        let url = folder.appending(path: name)
        let rows = times.map { "row \($0) \($1.map(\.description).joined(separator: " "))" }
        let text = """
            #!/bin/sh
            for argument in "$@"; do [ -n "$argument" ] || exit 64; done
            calls=$(cat "$0.calls" 2>/dev/null || echo 0)
            echo $((calls + 1)) > "$0.calls"
            [ -n "$LD_PRELOAD" ] && counted=', "allocationsPerElement": \(allocations)'
            row() {
                echo "{\\"name\\": \\"$1\\", \\"medianNanosecondsPerElement\\": 0, \\"ratioToFloor\\": 0$counted,"
                shift
                shift $((calls % $#))
                echo " \\"nanosecondsPerElement\\": $1}"
            }
            echo "["; \(rows.joined(separator: "; echo ,; ")); echo "]"
            """
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        return url.path
    }

    /// Compares two programs, given the times of the workload `chain`.
    private func compare(
        _ base: [Double], _ build: [Double], _ arguments: [String] = ["--rounds", "6"], allocations: Double = 3
    ) async throws -> Script.Outcome {
        try await withFolder { folder in
            let base = try writeProgram("base", in: folder, times: ["chain": base], allocations: 3)
            let build = try writeProgram("build", in: folder, times: ["chain": build], allocations: allocations)
            return try await script.run(["compare", base, build] + arguments)
        }
    }

    @Test func comparesMedianOfRatios() async throws {
        let times = [11.0, 12, 10.5, 9, 11.2, 10.8, 11.4, 11.6, 11.5, 30]
        let outcome = try await compare([10], times, ["--threshold", "20"], allocations: 4)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                workload   ratio       interval   allocations
                chain       1.13   1.05 to 1.20        - -> -

                """)
    }

    @Test func failsIfAWorkloadIsSlower() async throws {
        let arguments = ["--rounds", "6", "--json"]
        let slower = try await compare([10], [11], arguments, allocations: 4)
        slower.expect(status: 2, errors: .contains("slower by more than 5 percent: chain"))
        #expect(
            slower.output == """
                [
                  {"lowerRatio":1.1,"name":"chain","ratio":1.1,"upperRatio":1.1}
                ]

                """)
        #expect(try await compare([10], [11], arguments + ["--threshold", "10"]).status == 0)
        #expect(try await compare([11], [10]).status == 0)
    }

    /// A fraction of a nanosecond, and a difference within the noise.
    @Test(
        arguments: [([1], [1.25], "1.25 to 1.25"), ([10], [9, 11, 12, 11, 12, 12], "0.90 to 1.20")]
            as [([Double], [Double], String)])
    func toleratesSmallSlowdown(base: [Double], build: [Double], interval: String) async throws {
        try await compare(base, build).expect(status: 0, output: .contains(interval))
    }

    #if canImport(Glibc)
        @Test(.requiresClang)
        func countsAllocations() async throws {
            let outcome = try await script.run(
                ["--filter", "subscriptions", "--repetitions", "1", "--allocations", "--json"])
            let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
            #expect(rows.map(\.name) == ["floor", "subscriptions"])
            #expect(rows[0].allocationsPerElement < 0.01)
            #expect(rows[1].allocationsPerElement > 1)
            let compared = try await compare([10], [10], ["--rounds", "6", "--allocations"], allocations: 4)
            #expect(compared.output.contains("3.00 -> 4.00"), "\(compared.errors)")
        }

        @Test(.requiresClang, arguments: [(3.06, 2), (3.04, 0), (2, 0)] as [(Double, Int32)])
        func failsIfAWorkloadMakesMoreAllocations(allocations: Double, status: Int32) async throws {
            let counted = ["--rounds", "6", "--allocations"]
            let message = status == 0 ? "" : "rill-bench: more allocations per element: chain\n"
            try await compare([10], [10], counted, allocations: allocations)
                .expect(status: status, errors: .equals(message))
            #expect(try await compare([10], [10], allocations: allocations).status == 0)
        }

        /// Compares the image in Tests/README.md with the output for two programs that print measurements.
        @Test(.requiresClang)
        func imageShowsComparison() async throws {
            try await withFolder { folder in
                let base = try writeProgram(
                    "base", in: folder,
                    times: [
                        "chain": [0.43, 0.44, 0.43, 0.45, 0.43, 0.44], "flatMap": [110, 112, 109, 113, 111, 110],
                        "subject": [19.2, 19.4, 19.1, 19.9, 19.3, 19.2],
                    ], allocations: 3)
                let build = try writeProgram(
                    "build", in: folder,
                    times: [
                        "chain": [0.44, 0.43, 0.43, 0.44, 0.45, 0.43], "flatMap": [121, 124, 122, 123, 126, 120],
                        "subject": [17.1, 17.6, 17.3, 17.2, 17.9, 17.4],
                    ], allocations: 3)
                let outcome = try await script.run(["compare", base, build, "--rounds", "6", "--allocations"])
                outcome.expect(status: 2, errors: "rill-bench: slower by more than 5 percent: flatMap\n")
                let text = "$ rill-bench compare main --allocations\n\(outcome.output)\(outcome.errors)"
                try TextImage.expect(
                    "Tests/ScriptTests/Images/compare",
                    shows: String(text.dropLast()), suite: "BenchTests")
            }
        }

        private struct Row: Decodable {
            let name: String
            let allocationsPerElement: Double
        }
    #endif

    @Test(arguments: [
        (["compare"], 64, "missing argument <base>"),
        (["compare", "a", "b", "c"], 64, "argument 4 is unexpected"),
        (["compare", "a", "--rounds", "5"], 64, "--rounds requires an integer from 6 to 50"),
        (["--repetitions", "0"], 64, "--repetitions requires an integer from 1 to 1000"),
        (["--filter", "nothing"], 64, "no workload name contains 'nothing'"),
        (["compare", "/usr/bin/false", "/usr/bin/false"], 1, "/usr/bin/false --json failed with status 1"),
    ])
    func reportsInvalidArguments(arguments: [String], status: Int, message: String) async throws {
        let outcome = try await script.run(arguments)
        outcome.expect(status: Int32(status), errors: .contains(message))
    }

    /// A revision is extracted and built separately from the checkout, which can contain uncommitted changes.
    @Test(
        .enabled("requires git") { (try? await Script(name: "/usr/bin/env").run(["git", "--version"]))?.status == 0 })
    func buildsRevisionAndCheckout() async throws {
        try await withFolder { folder in
            let products = folder.appending(path: "products")
            try FileManager.default.createDirectory(at: products, withIntermediateDirectories: false)
            _ = try writeProgram("rill-bench", in: products, times: ["chain": [10]], allocations: 3)
            // Builds nothing. The products are part of the checkout.
            let compiler = folder.appending(path: "swift")
            let text = """
                #!/bin/sh
                while [ "$1" != --package-path ]; do shift; done
                case "$*" in *--show-bin-path*) echo "$2/products" ;; *) echo "built $2" >> "$BUILDS" ;; esac
                """
            try Data(text.utf8).write(to: compiler)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: compiler.path)
            let git = "git -C '\(folder.path)' -c user.name=a -c user.email=a@a.example"
            let commit = try await Script(name: "/bin/sh").run(
                ["-c", "\(git) init -q && \(git) add products && \(git) commit -q -m a && \(git) rev-parse HEAD"])
            #expect(commit.status == 0, "\(commit.errors)")
            _ = try writeProgram("rill-bench", in: products, times: ["chain": [5]], allocations: 3)
            // An extraction that was interrupted is repeated.
            let revisions = folder.appending(path: ".build/rill-bench")
            let partial = revisions.appending(path: "\(try #require(commit.lines.first)).partial/products")
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            for _ in 1...2 {
                let outcome = try await script.run(
                    ["compare", "HEAD", "--rounds", "6"],
                    through: "cd '\(folder.path)' && PATH=\"$PWD:$PATH\" exec \"$0\" \"$@\"",
                    environment: ["BUILDS": folder.appending(path: "builds").path])
                outcome.expect(status: 0, output: .contains("0.50 to 0.50"))
            }
            let builds = try String(contentsOf: folder.appending(path: "builds"), encoding: .utf8).split(
                separator: "\n")
            #expect(builds.count == 4)
            #expect(builds.filter { $0.contains(".build/rill-bench/\(commit.lines[0])") }.count == 2)
            #expect(!FileManager.default.fileExists(atPath: partial.path))
        }
    }

    #if canImport(Glibc)
        @Test(.requiresClang, arguments: [false, true])
        func interruptedComparisonTerminatesProgram(countsAllocations: Bool) async throws {
            try await withFolder { folder in
                let program = try writeProgram("base", in: folder, times: ["chain": [10]], allocations: 3)
                let text = try String(contentsOfFile: program, encoding: .utf8)
                let condition = countsAllocations ? #"[ -n "$LD_PRELOAD" ] && "# : ""
                let blocking = "\(condition){ \(Script.longCommand); }"
                try text.replacing("#!/bin/sh\n", with: "#!/bin/sh\n\(blocking)\n")
                    .write(toFile: program, atomically: false, encoding: .utf8)
                let pipe = Pipe()
                let outcome = try await script.run(
                    ["compare", program, program, "--rounds", "6"] + (countsAllocations ? ["--allocations"] : []),
                    environment: ["TMPDIR": folder.path], errors: pipe.fileHandleForWriting
                ) { process in
                    try Script.wait(for: "started", in: pipe)
                    process.interrupt()
                }
                #expect(outcome.status == SIGINT && outcome.isKilled)
                try Script.expectEnd(of: pipe)
                #expect(
                    try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".so") })
            }
        }
    #endif
}

extension Trait where Self == ConditionTrait {
    fileprivate static var requiresClang: Self {
        .enabled("requires clang") {
            (try? await Script(name: "/usr/bin/env").run(["clang", "--version"]))?.status == 0
        }
    }
}

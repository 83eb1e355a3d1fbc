import Foundation
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests of the output, the command line and the errors of `azure-storage`.
@Suite(.timeLimit(.minutes(10))) struct AzureStorageScriptTests {
    private let script = Script(name: "azure-storage")

    /// Runs the script against a sample server that persists across runs.
    private func withSample(
        _ body: (_ run: ([String]) async throws -> Script.Outcome) async throws -> Void
    ) async throws {
        let sample = try SampleAzureStorage()
        defer { sample.stop() }
        let environment = ["AZURE_STORAGE_CONNECTION_STRING": sample.connectionString, "COLUMNS": "120"]
        try await body { arguments in try await script.run(["--live"] + arguments, environment: environment) }
    }

    @Test func listsSampleContainersWithoutArguments() async throws {
        let outcome = try await script.run()
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?.split(separator: " ") == ["Container", "Public", "Changed"])
        #expect(outcome.lines.contains { $0.hasPrefix("pictures ") })
        #expect(outcome.errors.contains("using an in-process sample server"))
    }

    @Test func listsOneLevelOrAllLevels() async throws {
        let level = try await script.run(["ls", "pictures"])
        #expect(level.lines.contains { $0.hasPrefix("2026/") && !$0.contains("text/plain") })
        #expect(!level.output.contains("日本"))
        let below = try await script.run(["ls", "pictures/2026/11/", "--json"])
        #expect(below.output.contains(#""name":"2026/11/日本 語.txt""#))
        let all = try await script.run(["ls", "-r", "pictures"])
        #expect(all.output.contains("2026/11/日本 語.txt"))
    }

    @Test func uploadsDownloadsAndDeletes() async throws {
        try await withFolder { folder in
            try await withSample { run in
                let bytes = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                try bytes.write(to: folder.appending(path: "source"))
                let put = try await run(["put", "--create", folder.path + "/source", "films/"])
                put.expect(status: 0, errors: .contains("films/source: 5.00 MB in "))
                let target = folder.appending(path: "target")
                #expect(try await run(["get", "films/source", target.path]).status == 0)
                #expect(try Data(contentsOf: target) == bytes)
                #expect(try await run(["rm", "films/source"]).status == 0)
                let missing = try await run(["get", "films/source", "-"])
                missing.expect(status: 1, output: "", errors: .contains("BlobNotFound"))
            }
        }
    }

    /// Verifies that the first block is uploaded before the rest of standard input is written.
    @Test func uploadsStandardInputWhileItIsWritten() async throws {
        let sample = try SampleAzureStorage()
        defer { sample.stop() }
        let environment = ["AZURE_STORAGE_CONNECTION_STRING": sample.connectionString]
        let parts = (1...2).map { Data(repeating: $0, count: 5_000_000) }
        let input = Pipe()
        let outcome = try await script.run(
            ["--live", "put", "--create", "-", "films/stream"], environment: environment,
            input: input.fileHandleForReading
        ) { _ in
            try input.fileHandleForWriting.write(contentsOf: parts[0])
            // The container and the first block.
            try await sample.blobServer.waitForRequests(2, timeout: .seconds(60))
            try input.fileHandleForWriting.write(contentsOf: parts[1])
            try input.fileHandleForWriting.close()
        }
        outcome.expect(status: 0, errors: .contains("films/stream: 10.0 MB in "))
        try await withFolder { folder in
            let target = folder.appending(path: "target")
            let get = try await script.run(
                ["--live", "get", "films/stream", target.path], environment: environment)
            #expect(get.status == 0)
            #expect(try Data(contentsOf: target) == parts[0] + parts[1])
        }
    }

    @Test(arguments: [
        ("exec \"$0\" \"$@\" <&-", "-", "cannot read standard input: it is closed"),
        ("exec \"$0\" \"$@\"", "/no/such/file", "cannot read /no/such/file: No such file or directory"),
    ])
    func unreadableInputIsNotUploaded(line: String, input: String, message: String) async throws {
        let outcome = try await script.run(["put", input, "pictures/new"], through: line)
        outcome.expect(status: 1, errors: .ends("azure-storage: \(message)\n"))
    }

    @Test func writesABlobToStandardOutput() async throws {
        try await withSample { run in
            let outcome = try await run(["get", "pictures/2026/11/日本 語.txt", "-"])
            #expect(outcome.status == 0)
            #expect(!outcome.output.isEmpty)
        }
    }

    @Test func sendsPeeksReceivesAndCounts() async throws {
        try await withSample { run in
            let sent = try await run(["queue", "send", "--create", "mail", "one", "zwei <&>"])
            #expect(sent.status == 0)
            #expect(try await run(["queue", "count", "mail"]).output == "2\n")
            let peeked = try await run(["queue", "peek", "mail", "--count", "32"])
            #expect(Set(peeked.lines) == ["one", "zwei <&>"])
            let received = try await run(["queue", "receive", "mail", "--count", "2", "--delete", "--json"])
            #expect(received.output.contains(#""dequeued":1"#))
            #expect(try await run(["queue", "count", "mail"]).output == "0\n")
            let none = try await run(["queue", "receive", "mail"])
            none.expect(status: 0, errors: .contains("no messages"))
        }
    }

    @Test func drainingWorkerExitsWhenTheQueueIsEmpty() async throws {
        try await withSample { run in
            let outcome = try await run(["worker", "jobs", "--drain", "--concurrency", "2"])
            outcome.expect(status: 0, lineCount: 3, errors: .contains("handled 3 messages"))
            #expect(try await run(["queue", "count", "jobs"]).output == "0\n")
        }
    }

    @Test func workerRunsACommandPerMessage() async throws {
        try await withSample { run in
            let outcome = try await run(["worker", "jobs", "--drain", "--", "sh", "-c", "echo \"<$(cat)>\""])
            #expect(outcome.status == 0)
            #expect(outcome.lines.contains("<index 2026>"))
            #expect(outcome.errors.contains("handled 3 messages"))
        }
    }

    @Test func workerReportsAFailedCommand() async throws {
        let pipe = Pipe()
        let outcome = try await script.run(
            ["worker", "jobs", "--", "sh", "-c", "exit 3"], errors: pipe.fileHandleForWriting
        ) { process in
            try Script.wait(for: "sh exited with status 3", in: pipe)
            process.interrupt()
        }
        outcome.expect(signal: SIGINT, output: "")
    }

    @Test func interruptedWorkerTerminatesItsCommand() async throws {
        let pipe = Pipe()
        let outcome = try await script.run(
            ["worker", "jobs", "--", "sh", "-c", Script.longCommand],
            errors: pipe.fileHandleForWriting
        ) { process in
            try Script.wait(for: "started", in: pipe)
            process.interrupt()
        }
        #expect(outcome.status == SIGINT && outcome.isKilled)
        try Script.expectEnd(of: pipe)
    }

    /// The read end of the pipe is closed, as after `| head -1` has exited.
    @Test(arguments: [[], ["--", "cat"]])
    func workerReturnsMessagesWhenItsOutputIsClosed(command: [String]) async throws {
        let sample = try SampleAzureStorage()
        defer { sample.stop() }
        let environment = ["AZURE_STORAGE_CONNECTION_STRING": sample.connectionString]
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let worker = try await script.run(
            ["--live", "worker", "jobs", "--visibility", "600"] + command, environment: environment,
            output: pipe.fileHandleForWriting)
        #expect(worker.status == 0 && !worker.isKilled)
        #expect(!worker.errors.contains("cannot write") && !worker.errors.contains("failed"))
        let received = try await script.run(
            ["--live", "queue", "receive", "jobs", "--count", "32"], environment: environment)
        #expect(received.lines.count == 3)
        let poison = try await script.run(["--live", "queue", "count", "jobs-poison"], environment: environment)
        #expect(poison.errors.contains("QueueNotFound"))
    }

    /// With a count of three, the worker has no more messages to write when its output is closed.
    @Test(arguments: [1, 3])
    func workerSucceedsWhenPipedToHead(count: Int) async throws {
        let outcome = try await script.run(
            ["worker", "jobs", "--concurrency", "1"],
            through: #"{ "$0" "$@"; echo "status $?" >&2; } | head -\#(count)"#)
        outcome.expect(lineCount: count, errors: .contains("status 0\n"))
    }

    #if os(Linux)
        @Test func workerReportsAFullDisk() async throws { try await script.expectFullDiskFailure(["worker", "jobs"]) }
    #endif

    @Test func rmContinuesAfterAMissingBlob() async throws {
        try await withFolder { folder in
            try await withSample { run in
                let file = folder.appending(path: "source").path
                try Data("film".utf8).write(to: URL(filePath: file))
                for name in ["a", "c"] {
                    #expect(try await run(["put", "--create", file, "films/\(name)"]).status == 0)
                }
                let outcome = try await run(["rm", "films/a", "films/b", "films/c"])
                outcome.expect(
                    status: 1, errors: .contains("azure-storage: deleted films/a\n"),
                    .contains("azure-storage: films/b: "), .contains("BlobNotFound"),
                    .ends("azure-storage: could not delete 1 of 3 blobs\n"))
                #expect(try await run(["ls", "films", "--json"]).output == "[]\n")
            }
        }
    }

    @Test func serveRunsUntilControlC() async throws {
        let pipe = Pipe()
        let outcome = try await script.run(["serve"], errors: pipe.fileHandleForWriting) { process in
            try Script.wait(for: "press Ctrl-C to stop", in: pipe)
            process.interrupt()
        }
        outcome.expect(signal: SIGINT, lineCount: 1, output: .contains("AccountName=devstoreaccount1;"))
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"), (["nonsense"], "unknown subcommand: expected ls, put, get, rm"),
        (["put", "file"], "missing argument <blob>: expected azure-storage [<options>] put <file> <blob>\n"),
        (["get", "container"], "<blob>: expected the form CONTAINER/NAME"),
        (["put", "-", "container/"], "<blob>: expected the form CONTAINER/NAME"),
        (["queue", "send", "jobs"], "expected azure-storage [<options>] queue send <queue> <text> ..."),
        (["rm"], "expected azure-storage [<options>] rm <blob> ..."),
        (["worker"], "expected azure-storage [<options>] worker <queue>"),
        (["--live"], "--live requires a connection string"),
        (
            ["--connection-string", "AccountName=a;AccountKey=hidden!"],
            "AccountKey: invalid account key: expected Base64"
        ),
        (["serve", "--connection-string", "UseDevelopmentStorage=true"], "serve runs the sample"),
        (
            ["AccountName=a;AccountKey=hidden"],
            "unknown subcommand: expected ls, put, get, rm, queue, worker or serve\n"
        ),
        (["lst"], "unknown subcommand lst: did you mean 'ls'?"),
        (["queue", "recieve", "jobs"], "unknown subcommand recieve: did you mean 'receive'?"),
        (["queue", "peek"], "Run 'azure-storage queue peek --help' for usage."),
        (["ls", "--create"], "unknown option --create"),
        (["queue"], "missing subcommand: expected send, receive, peek or count"),
        (["rm", "AccountName=hidden"], "<blob>: expected the form CONTAINER/NAME\n"),
        (["ls", "AccountKey=hidden/a"], "invalid container name: use 3 to 63 lowercase letters, digits and hyphens\n"),
        (
            ["get", "AccountKey=hidden/a"],
            "invalid container name: use 3 to 63 lowercase letters, digits and hyphens\n"
        ),
        (["worker", "AccountKey=hidden"], "invalid queue name: use 3 to 63 lowercase letters, digits and hyphens\n"),
        (
            ["queue", "count", "AccountKey=hidden"],
            "invalid queue name: use 3 to 63 lowercase letters, digits and hyphens\n"
        ),
        (["queue", "--count", "hidden", "receive", "jobs"], "--count requires an integer from 1 to 32\n"),
        (["--timeout", "hidden", "ls"], "--timeout requires a number of seconds above 0, such as 0.5\n"),
        (["--connection-stringhidden"], "unknown option --connection-string…: write --connection-string VALUE\n"),
        (["queue", "peek", "jobs", "--count", "33"], "--count requires an integer from 1 to 32"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.expectUsageError(arguments, containing: message)
    }

    @Test func workerTestReportsAMissingProgram() async throws {
        let test = PackageFiles.root.appending(path: "Tests/Integration/azure-worker.py").path
        // Without python3, the exit status is 127.
        let outcome = try await Script(name: "/usr/bin/env").run(["python3", test, "/no/such/program"])
        guard outcome.status != 127 else { return }
        outcome.expect(
            status: 2, errors: .contains("cannot run /no/such/program: build it with swift build"), .omits("Traceback"))
    }

    @Test func printsHelp() async throws {
        let outcome = try await script.expectHelp(containing: [
            "ls ", "put ", "get ", "rm ", "queue ", "worker ", "serve", "--live", "--connection-string",
        ])
        #expect(outcome.lines.allSatisfy { $0.count <= 120 })
    }
}

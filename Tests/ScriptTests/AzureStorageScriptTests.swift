import Foundation
import RillSampleServices
import RillServiceTestSupport
import Testing

/// What `azure-storage` prints, how it is called and how it fails.
@Suite(.timeLimit(.minutes(2))) struct AzureStorageScriptTests {
    private let script = Script(name: "azure-storage")

    /// Runs the script on a sample that stays.
    private func withSample(
        _ body: (_ run: ([String]) async throws -> Script.Outcome) async throws -> Void
    ) async throws {
        let sample = try SampleAzureStorage()
        defer { sample.stop() }
        let environment = ["AZURE_STORAGE_CONNECTION_STRING": sample.connectionString, "COLUMNS": "120"]
        try await body { words in try await script.run(["--live"] + words, environment: environment) }
    }

    @Test func listsTheSampleWithoutAnyArgument() async throws {
        let outcome = try await script.run()
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?.split(separator: " ") == ["Container", "Public", "Changed"])
        #expect(outcome.lines.contains { $0.hasPrefix("pictures ") })
        #expect(outcome.errors.contains("working with the sample service in this process"))
    }

    @Test func listsOneLevelOrAll() async throws {
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
                #expect(put.status == 0)
                #expect(put.errors.contains("films/source: 5.00 MB in "))
                let target = folder.appending(path: "target")
                #expect(try await run(["get", "films/source", target.path]).status == 0)
                #expect(try Data(contentsOf: target) == bytes)
                #expect(try await run(["rm", "films/source"]).status == 0)
                let missing = try await run(["get", "films/source", "-"])
                #expect(missing.status == 1)
                #expect(missing.output.isEmpty)
                #expect(missing.errors.contains("BlobNotFound"))
            }
        }
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
            #expect(none.status == 0)
            #expect(none.errors.contains("there is no message"))
        }
    }

    @Test func worksUntilTheQueueIsEmpty() async throws {
        try await withSample { run in
            let outcome = try await run(["worker", "jobs", "--drain", "--concurrency", "2"])
            #expect(outcome.status == 0)
            #expect(outcome.lines.count == 3)
            #expect(outcome.errors.contains("handled 3 messages"))
            #expect(try await run(["queue", "count", "jobs"]).output == "0\n")
        }
    }

    @Test func worksByACommand() async throws {
        try await withSample { run in
            let outcome = try await run(["worker", "jobs", "--drain", "--", "sh", "-c", "echo \"<$(cat)>\""])
            #expect(outcome.status == 0)
            #expect(outcome.lines.contains("<index 2026>"))
            #expect(outcome.errors.contains("handled 3 messages"))
        }
    }

    @Test func tellsOfACommandThatFails() async throws {
        let pipe = Pipe()
        let outcome = try await script.run(
            ["worker", "jobs", "--", "sh", "-c", "exit 3"], errors: pipe.fileHandleForWriting
        ) { process in
            try Self.wait(for: "sh exited with 3", in: pipe)
            process.interrupt()
        }
        #expect(outcome.status == 130)
        #expect(outcome.output.isEmpty)
    }

    /// With a pipe that nobody reads any more, as behind `| head -1` once that has ended.
    @Test(arguments: [[], ["--", "cat"]])
    func workerReturnsItsMessagesWhenNobodyReadsItsOutput(command: [String]) async throws {
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

    @Test func workerEndsBehindHead() async throws {
        let outcome = try await script.run(
            ["worker", "jobs", "--concurrency", "1"], through: #"{ "$0" "$@"; echo "status $?" >&2; } | head -1"#)
        #expect(outcome.lines.count == 1)
        #expect(outcome.errors.contains("status 0\n"))
    }

    #if os(Linux)
        @Test func workerTellsThatTheDiskIsFull() async throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let outcome = try await script.run(["worker", "jobs"], output: full)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("cannot write to standard output: No space left on device"))
        }
    #endif

    @Test func deletesTheRemainingBlobsWhenOneIsMissing() async throws {
        try await withFolder { folder in
            try await withSample { run in
                let file = folder.appending(path: "source").path
                try Data("film".utf8).write(to: URL(filePath: file))
                for name in ["a", "c"] {
                    #expect(try await run(["put", "--create", file, "films/\(name)"]).status == 0)
                }
                let outcome = try await run(["rm", "films/a", "films/b", "films/c"])
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("azure-storage: deleted films/a\n"))
                #expect(outcome.errors.contains("azure-storage: films/b: "))
                #expect(outcome.errors.contains("BlobNotFound"))
                #expect(outcome.errors.hasSuffix("azure-storage: 1 of 3 blobs were not deleted\n"))
                #expect(try await run(["ls", "films", "--json"]).output == "[]\n")
            }
        }
    }

    @Test func servesUntilControlC() async throws {
        let pipe = Pipe()
        let outcome = try await script.run(["serve"], errors: pipe.fileHandleForWriting) { process in
            try Self.wait(for: "serves until Ctrl-C", in: pipe)
            process.interrupt()
        }
        #expect(outcome.status == 130)
        #expect(outcome.output.contains("AccountName=devstoreaccount1;"))
        #expect(outcome.lines.count == 1)
    }

    /// Waits until a process has written a text, or has ended.
    private static func wait(for text: String, in pipe: Pipe) throws {
        // From now on the process alone has this end: should it die, the reading ends.
        try pipe.fileHandleForWriting.close()
        var written = Data()
        while !String(decoding: written, as: UTF8.self).contains(text) {
            let byte = try #require(try pipe.fileHandleForReading.read(upToCount: 1), "it has ended without \(text)")
            try #require(!byte.isEmpty, "it has ended without \(text)")
            written += byte
        }
    }

    @Test(arguments: [
        (["--nonsense"], "there is no option --nonsense"), (["nonsense"], "what to do is ls, put, get, rm"),
        (["put", "file"], "it is azure-storage put FILE CONTAINER/NAME"),
        (["get", "container"], "a blob is CONTAINER/NAME"), (["put", "-", "container/"], "a blob is CONTAINER/NAME"),
        (["queue", "send", "jobs"], "it is azure-storage queue send"), (["rm"], "it is azure-storage rm"),
        (["worker"], "it is azure-storage worker QUEUE"), (["--live"], "--live needs a connection string"),
        (["--connection-string", "AccountName=a;AccountKey=hidden!"], "AccountKey: invalid account key: expected Base64"),
        (["serve", "--connection-string", "UseDevelopmentStorage=true"], "serve runs the sample"),
        (["AccountName=a;AccountKey=hidden"], "what to do is ls, put, get, rm, queue, worker or serve\n"),
        (["lst"], "what to do is ls, put, get, rm, queue, worker or serve, not \"lst\""),
        (["rm", "AccountName=hidden"], "a blob is CONTAINER/NAME\n"),
        (["ls", "AccountKey=hidden/a"], "a container's name has lowercase letters, digits and hyphens\n"),
        (["get", "AccountKey=hidden/a"], "a container's name has lowercase letters, digits and hyphens\n"),
        (["worker", "AccountKey=hidden"], "a queue's name has lowercase letters, digits and hyphens\n"),
        (["queue", "count", "AccountKey=hidden"], "a queue's name has lowercase letters, digits and hyphens\n"),
        (["--count", "hidden", "ls"], "--count needs an integer from 1 to 32\n"),
        (["--timeout", "hidden", "ls"], "--timeout needs a number of seconds above 0, 0.5 for example\n"),
        (["--connection-stringhidden"], "there is no option --connection-string…: write --connection-string VALUE\n"),
        (["queue", "peek", "jobs", "--count", "33"], "--count needs an integer from 1 to 32"),
    ])
    func refusesWrongUsage(arguments: [String], message: String) async throws {
        let outcome = try await script.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func printsHelp() async throws {
        let outcome = try await script.run(["--help"])
        #expect(outcome.status == 0)
        for word in ["ls ", "put ", "get ", "rm ", "queue send", "worker ", "serve", "--live", "--connection-string"] {
            #expect(outcome.output.contains(word))
        }
        #expect(outcome.lines.allSatisfy { $0.count <= 120 })
    }
}

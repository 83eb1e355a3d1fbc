import Foundation
import RillHTTPTesting
import RillSampleServices
import Testing

/// How `qiita-tags` is called, and how it is ended.
@Suite(.timeLimit(.minutes(2))) struct QiitaTagsUsageTests {
    private let script = Script(name: "qiita-tags")

    @Test(arguments: [["--help"], ["-h"], ["--json", "--help"], ["--help", "--nonsense"]])
    func printsHelp(arguments: [String]) async throws {
        let outcome = try await script.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let options = [
            "--live", "--base-url URL", "--token TOKEN", "QIITA_TOKEN", "--page N", "--per-page N", "--pages N",
            "--all",
            "--sort ORDER", "--timeout SECONDS", "--json", "--help",
        ]
        #expect(options.allSatisfy { outcome.output.contains($0) })
    }

    @Test(arguments: [
        (["--nonsense"], "there is no option --nonsense"),
        (["--toke=hidden"], "there is no option --toke"),
        (["--tokenhidden"], "there is no option --token…: write --token VALUE\n"),
        (["--json", "--Token:hidden"], "word 2 is not an option\n"),
        (["-thidden"], "there is no option -t\n"),
        (["--page", "hidden"], "--page needs an integer from 1 to 100\n"),
        (["--sort", "hidden"], "--sort needs count or name\n"),
        (["--timeout=hidden"], "--timeout needs a number of seconds above 0, 0.5 for example\n"),
        (["--base-url", "hidden"], "--base-url needs an address like http://127.0.0.1:8080/api/v2\n"),
        (["hidden"], "a word stands where an option should be"),
        (["--page", "0"], "--page needs an integer from 1 to 100, not \"0\""),
        (["--page", "101"], "--page needs an integer from 1 to 100"),
        (["--per-page", "x"], "--per-page needs an integer from 1 to 100"),
        (["--pages=1.5"], "--pages needs an integer from 1 to 100"),
        (["--page"], "--page needs a value"),
        (["--token", "--json"], "--token needs a value"),
        (["--token="], "--token needs a value"),
        (["--token", "hidden hidden"], "the token in --token has spaces"),
        (["--json=yes"], "--json takes no value"),
        (["--sort", "size"], "--sort needs count or name"),
        (["--timeout", "0"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "nan"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "1e300"], "--timeout needs a number of seconds above 0"),
        (["--live", "--base-url", "http://127.0.0.1"], "--live and --base-url exclude each other"),
        (["--all", "--page", "2"], "--all excludes --page and --pages"),
        (["--base-url", "127.0.0.1/api/v2"], "--base-url needs an address like http"),
        (["--base-url", "ftp://127.0.0.1"], "--base-url needs an address like http"),
        (["--base-url", "http://"], "--base-url needs an address like http"),
        (["--base-url", "http://me:hidden@127.0.0.1"], "--base-url takes no user and password"),
        (["--base-url", "http://127.0.0.1/?a=b"], "--base-url needs an address without"),
    ])
    func refusesWrongUsage(arguments: [String], message: String) async throws {
        let outcome = try await script.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("qiita-tags: \(message)"))
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func endsWithControlC() async throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        let outcome = try await script.run(["--base-url", server.baseURL]) { process in
            try await server.waitForRequests(1)
            process.interrupt()
        }
        #expect(outcome.status == 130)
        #expect(!outcome.isKilled)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "qiita-tags: asking \(server.baseURL)\n")
        #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
    }

    @Test(arguments: [[], ["--json", "--all"], ["--help"]])
    func endsQuietlyIfNobodyReads(arguments: [String]) async throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await script.run(arguments, output: pipe.fileHandleForWriting)
        #expect(outcome.status == 0)
        #expect(!outcome.isKilled)
        #expect(!outcome.errors.contains("cannot write"))
    }

    #if os(Linux)
        @Test func tellsThatTheDiskIsFull() async throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let outcome = try await script.run(output: full)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("cannot write to standard output: No space left on device"))
        }
    #endif
}

import Foundation
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the command line and the termination of `qiita-tags`.
@Suite(.timeLimit(.minutes(10))) struct QiitaTagsUsageTests {
    private let script = Script(name: "qiita-tags")

    @Test(arguments: [["--help"], ["-h"], ["--json", "--help"], ["--help", "--nonsense"]])
    func printsHelp(arguments: [String]) async throws {
        let outcome = try await script.run(arguments)
        outcome.expect(status: 0, errors: "")
        let options = [
            "--live", "--base-url <url>", "--token <token>", "QIITA_TOKEN", "--page <n>", "--per-page <n>",
            "--pages <n>",
            "--all",
            "--sort <sort>", "--timeout <seconds>", "--json", "--help",
        ]
        #expect(options.allSatisfy { outcome.output.contains($0) })
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["--toke=hidden"], "unknown option --toke"),
        (["--tokenhidden"], "unknown option --token…: write --token VALUE\n"),
        (["--json", "--Token:hidden"], "argument 2 is not a valid option\n"),
        (["-thidden"], "unknown option -t\n"),
        (["--page", "hidden"], "--page requires an integer from 1 to 100\n"),
        (["--sort", "hidden"], "--sort requires count or name\n"),
        (["--timeout=hidden"], "--timeout requires a number of seconds above 0, such as 0.5\n"),
        (["--base-url", "hidden"], "--base-url: expected a URL such as http://127.0.0.1:8080/api/v2\n"),
        (["hidden"], "argument 1 is unexpected: qiita-tags accepts [<options>]\n"),
        (["--page", "0"], "--page requires an integer from 1 to 100 (got \"0\")"),
        (["--page", "101"], "--page requires an integer from 1 to 100"),
        (["--per-page", "x"], "--per-page requires an integer from 1 to 100"),
        (["--pages=1.5"], "--pages requires an integer from 1 to 100"),
        (["--page"], "--page requires a value"),
        (["--token", "--json"], "--token requires a value"),
        (["--token="], "--token: expected a value"),
        (["--token", "hidden hidden"], "--token: the token contains whitespace"),
        (["--json=yes"], "--json does not take a value"),
        (["--sort", "size"], "--sort requires count or name"),
        (["--timeout", "0"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "nan"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "1e300"], "--timeout requires a number of seconds above 0"),
        (["--live", "--base-url", "http://127.0.0.1"], "--live and --base-url cannot be combined"),
        (["--all", "--page", "2"], "--all and --page cannot be combined"),
        (["--base-url", "127.0.0.1/api/v2"], "--base-url: expected a URL such as http"),
        (["--base-url", "ftp://127.0.0.1"], "--base-url: expected a URL such as http"),
        (["--base-url", "http://"], "--base-url: expected a URL such as http"),
        (["--base-url", "http://me:hidden@127.0.0.1"], "--base-url: a user name or password is not accepted"),
        (["--base-url", "http://127.0.0.1/?a=b"], "--base-url: expected a URL without"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.expectUsageError(arguments, message)
    }

    @Test func printsACompletionScript() async throws {
        let outcome = try await script.run(["--generate-completion-script", "bash"])
        outcome.expect(status: 0, output: .ends("complete -o default -F _qiita_tags qiita-tags\n"))
        let unknown = try await script.run(["--generate-completion-script=fish"])
        #expect(unknown.status == 64 && unknown.errors.contains("requires bash or zsh"))
    }

    @Test func controlCTerminatesTheScript() async throws {
        try await script.expectTerminationByControlC { outcome, server async throws in
            #expect(outcome.errors == "qiita-tags: using \(server.baseURL)\n")
            #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
        }
    }

    @Test(arguments: [[], ["--json", "--all"], ["--help"]])
    func closedOutputEndsTheScriptSilently(arguments: [String]) async throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await script.run(arguments, output: pipe.fileHandleForWriting)
        #expect(outcome.status == 0)
        #expect(!outcome.isKilled)
        #expect(!outcome.errors.contains("cannot write"))
    }

    #if os(Linux)
        @Test func reportsAFullDisk() async throws { try await script.expectFullDiskFailure() }
    #endif
}

import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the output, the command line and the errors of `github-search`.
@Suite(.timeLimit(.minutes(10))) struct GitHubSearchTests {
    private let script = Script(name: "github-search")

    /// A repository in the service's JSON, decoded without the client.
    private struct Row: Decodable {
        let fullName: String
        let stars: Int

        enum CodingKeys: String, CodingKey {
            case fullName = "full_name"
            case stars = "stargazers_count"
        }
    }

    private func rows(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Row] {
        try await script.rows(arguments, sourceLocation: sourceLocation)
    }

    @Test func printsATableWithoutArguments() async throws {
        let outcome = try await script.run()
        outcome.expect(status: 0, lineCount: 21)
        #expect(outcome.lines.first?.hasPrefix("Repository ") == true)
        #expect(outcome.lines.first?.contains("Stars") == true)
        #expect(outcome.lines.dropFirst().contains { $0.contains { "▏▎▍▌▋▊▉█".contains($0) } })
        outcome.expect(
            errors: .contains("using the in-process sample server at http://127.0.0.1:"),
            .contains("use --live for api.github.com"), .contains(" repositories\n"))
    }

    @Test(arguments: [30, 60, 80, 160])
    func tableFitsTheTerminalWidth(columns: Int) async throws {
        let outcome = try await script.run(["--all", "stars:>0"], environment: ["COLUMNS": "\(columns)"])
        #expect(outcome.status == 0)
        #expect(outcome.lines.allSatisfy { $0.count <= columns })
        #expect(outcome.lines.count > 300)
    }

    @Test func appliesSortOrderAndPageOptions() async throws {
        let all = try await rows("--sort", "stars", "--all", "language:swift")
        #expect(all.map(\.stars) == all.map(\.stars).sorted(by: >))
        #expect(all.count > 20)
        let second = try await rows("--sort", "stars", "--per-page", "5", "--page", "2", "language:swift")
        #expect(second.map(\.fullName) == all[5..<10].map(\.fullName))
        let ascending = try await rows("--sort=stars", "--order", "asc", "language:swift")
        #expect(ascending.map(\.stars) == ascending.map(\.stars).sorted())
    }

    /// GitHub returns at most 1,000 search results.
    @Test func allStopsAfter1000Repositories() async throws {
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let outcome = try await script.run(["--base-url", sample.baseURL, "--all", "--json", "stars:>=0"])
        #expect(outcome.status == 0)
        #expect(try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)).count == 1_000)
        #expect(sample.server.requests.count == 10)
        #expect(outcome.errors.contains("1,000 of "))
    }

    /// The rate limit without a token is ten searches per minute.
    @Test func allPrintsPagesReceivedBeforeAFailure() async throws {
        let outcome = try await script.run(["--all", "--per-page", "10", "--json", "stars:>=0"])
        #expect(outcome.status == 1)
        #expect(try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)).count == 100)
        #expect(outcome.errors.contains("rate limit"))
    }

    @Test func waitPrintsTheRetryDelay() async throws {
        let count = Count()
        let server = try LoopbackServer { _ in
            count.next() == 0
                ? .status(.tooManyRequests).adding(.retryAfter, "1") : .json(#"{"total_count":0,"items":[]}"#)
        }
        defer { server.stop() }
        let outcome = try await script.run(["--wait", "--base-url", server.baseURL])
        outcome.expect(status: 0, errors: .contains("github-search: rate limit exhausted: retrying in 0:01\n"))
        #expect(server.requests.count == 2)
    }

    @Test func watchSearchesForTheLatestLine() async throws {
        let sample = try SampleGitHub()
        defer { sample.stop() }
        // The three lines arrive within the debounce interval.
        let outcome = try await script.run(
            ["--watch", "--json", "--base-url", sample.baseURL],
            through: "printf 'l\\nlanguage:sw\\nlanguage:swift\\n' | \"$0\" \"$@\"")
        outcome.expect(status: 0, lineCount: 1, output: .contains(#""text":"language:swift""#))
        #expect(sample.server.requests.map { $0.queryItem("q") } == ["language:swift"])
    }

    #if os(Linux)
        @Test(arguments: ["\u{3}", "\u{4}"])
        func watchSearchesAsOneTypesAndRestoresTheTerminal(lastKey: String) async throws {
            let server = try LoopbackServer { _ in .json(#"{"total_count":0,"items":[]}"#) }
            defer { server.stop() }
            let terminal = try PseudoTerminal(columns: 60)
            terminal.type("swift")
            let outcome = try await script.run(
                ["--watch", "--base-url", server.baseURL], input: terminal.handle, errors: terminal.handle
            ) { _ in
                try await server.waitForRequests(1, timeout: .seconds(60))
                #expect(!terminal.hasEcho)
                terminal.type(lastKey)
            }
            #expect(outcome.isKilled == (lastKey == "\u{3}"))
            #expect(terminal.hasEcho)
            // A slow machine can read a part of the keys first.
            #expect("swift".hasPrefix(try #require(server.requests.first?.queryItem("q"))))
            #expect(terminal.textSoFar().contains("Search: swift"))
        }
    #endif

    @Test func watchContinuesAfterAFailedSearch() async throws {
        let server = try LoopbackServer { request in
            request.queryItem("q") == "bad" ? .status(.serviceUnavailable) : .json(#"{"total_count":0,"items":[]}"#)
        }
        defer { server.stop() }
        let pipe = Pipe()
        let outcome = try await script.run(
            ["--watch", "--base-url", server.baseURL], input: pipe.fileHandleForReading
        ) { _ in
            try pipe.fileHandleForWriting.write(contentsOf: Data("bad\n".utf8))
            try await server.waitForRequests(1)
            try pipe.fileHandleForWriting.write(contentsOf: Data("good\n".utf8))
            try await server.waitForRequests(2)
            try pipe.fileHandleForWriting.close()
        }
        outcome.expect(status: 0, errors: .contains("github-search: good: no results\n"))
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"), (["--per-page", "0"], "--per-page requires an integer"),
        (["--sort", "size"], "--sort requires stars, forks, help-wanted-issues or updated (got \"size\")"),
        (["--order", "up"], "--order requires desc or asc"),
        (["--all", "--watch"], "--all and --watch cannot be combined"),
        (["--watch", "words"], "--watch reads the queries from standard input"),
        (["--live", "--base-url", "http://127.0.0.1"], "--live and --base-url cannot be combined"),
        (["--base-url", "127.0.0.1"], "--base-url: expected a URL such as http://127.0.0.1:8080 (got \"127.0.0.1\")"),
        (["--token", "hidden hidden"], "--token: the token contains whitespace"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.expectUsageError(arguments, message)
    }

    @Test func printsHelp() async throws {
        try await script.expectHelp(containing: [
            "--live", "--base-url <url>", "GITHUB_TOKEN", "--watch", "--all", "--sort <sort>", "--json", "--wait",
            "--trace <file>",
        ])
    }

    @Test func errorsContainGitHubsMessageButNotTheToken() async throws {
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL], environment: ["GITHUB_TOKEN": "ghp-s3cret"])
        outcome.expect(status: 1, errors: .contains("Bad credentials"), .omits("s3cret"))
    }

    @Test func controlCTerminatesTheScript() async throws {
        try await script.expectTerminationByControlC()
    }
}

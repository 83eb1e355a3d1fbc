import Foundation
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the output, the command line and the errors of `garage-users`.
@Suite(.timeLimit(.minutes(10))) struct GarageUsersTests {
    private let script = Script(name: "garage-users")

    /// A user in the server's JSON, decoded without the client.
    private struct Row: Decodable {
        let id: Int
        let name: String
    }

    private func rows(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Row] {
        try await script.rows(arguments, sourceLocation: sourceLocation)
    }

    @Test func printsATableWithoutArguments() async throws {
        let outcome = try await script.run()
        outcome.expect(status: 0, lineCount: 21)
        #expect(outcome.lines.first?.split(separator: " ") == ["ID", "Name", "Email"])
        outcome.expect(
            errors: .contains("using the in-process sample server at http://127.0.0.1:"),
            .contains("use --base-url for another server\n"), .ends("20 of 45 users\n"))
    }

    @Test func printsTheSelectedPage() async throws {
        let all = try await rows("--all", "--per-page", "10").map(\.id)
        #expect(all.count == 45)
        #expect(try await rows("--page", "2", "--per-page", "10").map(\.id) == Array(all[10..<20]))
        #expect(try await rows("list", "--page", "9").isEmpty)
    }

    @Test func showPrintsAUserWithPosts() async throws {
        let outcome = try await script.run(["show", "2"])
        #expect(outcome.status == 0)
        let parts = outcome.output.components(separatedBy: "\n\n")
        #expect(parts.count == 2)
        #expect(parts.first?.split(separator: "\n").count == 2)
        #expect(parts.last?.hasPrefix("ID") == true || parts.last?.contains("Title") == true)
        let json = try await script.run(["show", "2", "--json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["id"] as? Int == 2)
        #expect((object["posts"] as? [[String: Any]])?.isEmpty == false)
    }

    @Test(arguments: [
        (["--pa"], "--page"), (["--"], "--json --base-url --token --timeout --page --per-page --all --help"),
        (["s"], "show"), (["--page", ""], ""), (["show", "--p"], ""), (["--json", "show", "--j"], "--json"),
    ])
    func bashCompletesOptionsAndSubcommands(words: [String], expected: String) async throws {
        let completion = #"source <("$0" --generate-completion-script bash)"#
        let call = #"COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _garage_users; echo "${COMPREPLY[*]}""#
        let path = try Script.products(containing: script.name).appending(path: script.name).path
        let outcome = try await Script(name: "/usr/bin/env").run(
            ["bash", "-c", "\(completion); IFS=' '; \(call)", path] + words)
        outcome.expect(output: .equals(expected + "\n"), errors: "")
    }

    /// Bash splits words at `=` and `:`, too, and replaces only the last part.
    @Test(arguments: [
        (["--base-url", "http", ":", "//h:1", "show", "--j"], "--base-url http://h:1 show --j", "1: --json"),
        (["--page", "=", "2", "show", "--j"], "--page=2 show --j", "1: --json"),
        (["--token", "=", ""], "--token=", "0: "), (["--page", "2", ""], "--page 2 ", "3: list show post"),
    ])
    func bashJoinsPartsOfWords(parts: [String], line: String, expected: String) async throws {
        let output = try await bashCompletions(of: parts, line: line, name: script.name)
        #expect(output == expected + "\n")
    }

    @Test(arguments: [
        (["--sort", "=", "n"], "--sort=n", "1: name"), (["--sort", "="], "--sort=", "2: count name"),
        (["--sort", "=", ""], "--sort=", "2: count name"), (["--sort", "n"], "--sort n", "1: name"),
    ])
    func bashCompletesValuesOfOptions(parts: [String], line: String, expected: String) async throws {
        let output = try await bashCompletions(of: parts, line: line, name: "qiita-tags")
        #expect(output == expected + "\n")
    }

    private func bashCompletions(of parts: [String], line: String, name: String) async throws -> String {
        let path = try Script.products(containing: name).appending(path: name).path
        let function = "_" + name.replacing("-", with: "_")
        let call = #"COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; \#(function); echo "${#COMPREPLY[@]}: ${COMPREPLY[*]}""#
        let variables = #"LINE=$1; shift; COMP_LINE="$0 $LINE"; COMP_POINT=${#COMP_LINE}"#
        let script = #"source <("$0" --generate-completion-script bash); \#(variables); IFS=' '; \#(call)"#
        let outcome = try await Script(name: "/usr/bin/env").run(["bash", "-c", script, path, line] + parts)
        #expect(outcome.errors.isEmpty)
        return outcome.output
    }

    @Test func zshReceivesDescriptions() async throws {
        let subcommands = try await script.run(["--generate-completions", "zsh", ""]).output
        #expect(
            subcommands == "list:List users (default).\nshow:Show a user with their posts.\npost:Create a post.\n")
        let choices = try await Script(name: "qiita-tags").run(["--generate-completions", "zsh", "--sort", ""]).output
        #expect(choices == "count\nname\n")
    }

    @Test func postCreatesAPost() async throws {
        let sample = try SampleGarage()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--token", "sample-token", "--json", "post", "Streams & more", "日本語"])
        outcome.expect(
            status: 0, output: .contains(#""title":"Streams & more""#), .contains(#""body":"日本語""#),
            errors: .contains("created \(sample.baseURL)/v1/posts/"))
        #expect(sample.server.requests.map(\.method) == [.post])
    }

    @Test func allRequestsEachPageOnce() async throws {
        let sample = try SampleGarage()
        defer { sample.stop() }
        let outcome = try await script.run(
            ["--base-url", sample.baseURL, "--all", "--per-page", "20"], environment: ["GARAGE_TOKEN": "sample-token"])
        outcome.expect(status: 0, lineCount: 46)
        #expect(sample.server.requests.count == 3)
    }

    @Test func reportsMissingUsersAndInvalidTokens() async throws {
        let missing = try await script.run(["show", "999999"])
        missing.expect(status: 1, errors: .contains("failed with status 404"))
        let sample = try SampleGarage()
        defer { sample.stop() }
        let outcome = try await script.run(["--base-url", sample.baseURL, "--token", "s3cret-t0ken"])
        outcome.expect(status: 1, errors: .contains("invalid token"), .omits("s3cret"))
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"), (["--live"], "unknown option --live"),
        (["show"], "missing argument <id>: expected garage-users [<options>] show <id>"),
        (["show", "x"], "<id> requires an integer (got \"x\")"),
        (["post"], "missing argument <title>: expected garage-users [<options>] post <title>"),
        (["hidden"], "unknown subcommand: expected list, show or post"),
        (["--all", "--page", "2"], "--all and --page cannot be combined"),
        (["show", "2", "--page", "2"], "unknown option --page"),
        (["post", "--all", "a"], "unknown option --all"),
        (["--token", "hidden hidden"], "--token: the token contains whitespace"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.expectUsageError(arguments, message)
    }

    @Test func printsHelp() async throws {
        try await script.expectHelp(containing: [
            "--base-url <url>", "GARAGE_TOKEN", "show ", "post ", "--all", "--json",
        ])
    }

    @Test func controlCTerminatesTheScript() async throws {
        try await script.expectTerminationByControlC()
    }
}

import Foundation
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import Testing

/// Tests of the output, the command line and the errors of `cassette`.
@Suite(.timeLimit(.minutes(10))) struct CassetteScriptTests {
    private let script = Script(name: "cassette")
    private static let secret = "s3cr3t-0123456789"

    /// A file of another tool, with exchanges of two servers and with secrets.
    private static let har = """
        {"log": {"pages": [{"title": "\(secret)"}], "entries": [
          {"_initiator": "\(secret)", "startedDateTime": "2026-03-01T09:15:02.118Z", "time": 12.5,
           "request": {"method": "POST", "url": "https://auth.example/login?token=\(secret)",
             "headers": [{"name": "Authorization", "value": "Bearer \(secret)"}]},
           "response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "a=\(secret)"}],
             "content": {"mimeType": "application/json", "text": "{\\"name\\": \\"alice\\"}"}}},
          {"startedDateTime": "2026-03-02T09:15:02.118Z", "time": 3000,
           "request": {"method": "GET", "url": "https://api.example:8443/tags", "headers": []},
           "response": {"status": 200, "_isCancelled": true, "headers": [],
             "content": {"mimeType": "text/event-stream", "text": "data: \(secret)\\n\\n"}}}
        ]}}
        """

    /// Calls a closure with the path of a file in a temporary folder.
    private func withFile(
        _ text: String = har, _ body: (_ path: String, _ folder: URL) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "tags.har")
            try Data(text.utf8).write(to: file)
            try await body(file.path, folder)
        }
    }

    @Test func listsExchangesWithoutSecrets() async throws {
        try await withFile { path, _ in
            let outcome = try await script.run(["list", path], environment: ["COLUMNS": "200"])
            #expect(outcome.status == 0)
            let rows: [String] = outcome.lines.map { $0.split(separator: " ").joined(separator: " ") }
            let expected: [String] = [
                "Method URL Status Type Bytes Duration Recorded",
                "POST https://auth.example/login?token=%3Credacted%3E 200 application/json 17 12 ms 2026-03-01T09:15:02.118Z",
                "GET https://api.example:8443/tags 200 text/event-stream 18 3000 ms, open 2026-03-02T09:15:02.118Z",
            ]
            #expect(rows == expected)
            let json = try await script.run(["list", "--json", path, path])
            #expect(json.output.split(separator: "\n").count == 6)
            json.expect(output: .contains(#""url":"https://api.example:8443/tags""#), .omits("s3cr3t"))
            let both = try await script.run(["list", path, path])
            #expect(both.lines.first?.hasPrefix("File ") == true)
        }
    }

    @Test func redactsSecretsOnce() async throws {
        try await withFile { path, _ in
            let first = try await script.run(["redact", path])
            first.expect(status: 0, output: "\(path): redacted 2 exchanges\n")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("s3cr3t"))
            #expect(text.contains("data: <redacted>"))
            #expect(try await script.run(["redact", path]).output == "\(path): redacted 0 exchanges\n")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            #expect(try await script.run(["check", path]).status == 0)
        }
    }

    @Test func redactsAdditionalNames() async throws {
        try await withFile { path, _ in
            let outcome = try await script.run(["redact", "--secret", "name", path])
            #expect(outcome.status == 0)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("alice"))
        }
    }

    @Test func splitsFileByHost() async throws {
        try await withFile { path, folder in
            let names = ["tags-auth.example.har", "tags-api.example-8443.har"]
            let files = names.map { folder.appending(path: $0) }
            let outcome = try await script.run(["split", path])
            outcome.expect(status: 0, output: .equals(files.map { "\($0.path): 1 exchange\n" }.joined()))
            let player = CassetteTransport(files[0], mode: .none)
            let client = Client(baseURL: "https://auth.example", transport: player)
            let login = Endpoint<[String: String]>("/login", method: .post, query: ["token": "x"])
            let name = try await client.send(login).firstValue()
            #expect(name == ["name": "alice"])
            let second = try await script.run(["split", path])
            second.expect(status: 1, errors: "cassette: cannot write \(files[0].path): the file exists\n")
        }
    }

    @Test func checkReportsProblems() async throws {
        let invalid = Self.har.replacing("\"status\": 200, \"_is", with: "\"status\": 2000, \"_is")
        try await withFile(invalid) { path, _ in
            let outcome = try await script.run(["check", "--maximum-age", "30", path])
            #expect(outcome.status == 1)
            #expect(
                outcome.errors == """
                    cassette: cassette \(path) contains secrets in log.entries[0]. Redact them with 'cassette redact'
                    cassette: cannot play cassette \(path): log.entries[1].response.status is not a valid status code: \
                    2000. Fix the file, or record it again with REPLAY_RECORD_MODE=all
                    cassette: cassette \(path) contains secrets in log.entries[1]. Redact them with 'cassette redact'
                    cassette: cassette \(path) contains unused fields in log, which can contain secrets. Remove them with \
                    'cassette redact'
                    cassette: cassette \(path) is stale: log.entries[0] was recorded at 2026-03-01T09:15:02Z, more than \
                    30 days ago. To update it, record it again with REPLAY_RECORD_MODE=all

                    """)
        }
    }

    @Test func checkAcceptsRecordingOfTheClient() async throws {
        try await withFolder { folder in
            let server = try LoopbackServer { _ in .json(#"{"token": "\#(Self.secret)"}"#) }
            defer { server.stop() }
            let file = folder.appending(path: "token.har")
            let client = Client(baseURL: server.baseURL, transport: CassetteTransport(file, mode: .once))
            _ = try await client.send(Endpoint<[String: String]>("/token")).firstValue()
            let outcome = try await script.run(["check", "--maximum-age", "1", file.path])
            outcome.expect(status: 0, errors: "")
        }
    }

    @Test(arguments: [
        ([], "missing subcommand: expected list, redact, split or check"),
        (["print", "a.har"], "unknown subcommand (got \"print\"): expected list, redact, split or check"),
        (["check"], "missing argument <file>: expected cassette [<options>] check <file> ..."),
        (["list", "--maximum-age", "1", "a.har"], "unknown option --maximum-age"),
        (["check", "--json", "a.har"], "unknown option --json"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        try await script.run(arguments).expect(status: 64, errors: .begins("cassette: \(message)\n"))
    }

    @Test func checkReportsUnreadableFilesAndOthers() async throws {
        try await withFile { path, folder in
            let invalid = folder.appending(path: "invalid.har")
            try Data("[]".utf8).write(to: invalid)
            let outcome = try await script.run(["check", "/no/such.har", invalid.path, path])
            #expect(outcome.status == 1)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines.first?.hasPrefix("cassette: cassette /no/such.har does not exist. ") == true)
            #expect(
                lines.dropFirst().first
                    == "cassette: cannot read cassette \(invalid.path): the root value is not an object")
        }
    }

    @Test func splitPrintsFilesBeforeAFailure() async throws {
        try await withFile { path, _ in
            let outcome = try await script.run(["split", path, path])
            outcome.expect(status: 1, lineCount: 2)
        }
    }

    @Test func missingFileFails() async throws {
        try await script.run(["list", "/no/such.har"]).expect(
            status: 1, errors: .begins("cassette: cassette /no/such.har does not exist. "))
    }

    @Test func helpListsTheSubcommands() async throws {
        let outcome = try await script.run(["--help"])
        outcome.expect(status: 0, output: .contains("USAGE: cassette [<options>] <subcommand>\n"))
        for action in ["list", "redact", "split", "check"] { #expect(outcome.output.contains("\n  \(action) ")) }
    }
}

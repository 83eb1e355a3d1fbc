import Foundation
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import Testing

/// Tests of the command line and the termination of `http-get`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetUsageTests {
    @Test(arguments: [["--help"], ["-h"], ["--lines", "-h"], ["--help", "--nonsense"]])
    func printsHelp(arguments: [String]) async throws {
        let outcome = try await HTTPGet.script.run(arguments)
        outcome.expect(status: 0, errors: "")
        let options = [
            "-X <method>", "-H <name: value>", "-d <data>", "--json <text>", "--retry <n>", "--timeout <seconds>",
            "--har <file>", "--trace <file>", "--verbose", "--timing", "--output <file>", "--lines", "--sse",
            "--repeat <m>", "--concurrency <n>", "--help",
        ]
        #expect(options.allSatisfy { outcome.output.contains("\n  \($0)") || $0 == "--help" })
        #expect(outcome.lines.allSatisfy { $0.count <= 120 })
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["--lines=hidden"], "--lines does not take a value"),
        (["-uhidden"], "unknown option -u\n"),
        (["-X", "hid den"], "-X: expected a method such as GET or PATCH\n"),
        (["--retry", "hidden"], "--retry requires an integer from 0 to 100\n"),
        (["-d", "@hidden"], "-d: cannot read the file\n"),
        (["--json", "@hidden"], "--json: cannot read the file\n"),
        (["-X"], "-X requires a value"),
        (["-X", "GE T"], "-X: expected a method such as GET or PATCH"),
        (["-X", "CONNECT"], "-X: expected a method such as GET or PATCH"),
        (["-H", "Authorization hidden"], "-H: expected a header field such as"),
        (["-H", "a b: hidden"], "-H: expected a header field such as"),
        (["-H", "Cookie: hidden\r\nX: y"], "-H: expected a header field such as"),
        (["-H", ": hidden"], "-H: expected a header field such as"),
        (["-d"], "-d requires a value"),
        (["-d", "@/no/such/file"], "-d: cannot read /no/such/file"),
        (["--json", "@/"], "--json: cannot read /\n"),
        (["-d", "hidden", "--json", "{}"], "-d and --json cannot be combined"),
        (["-d", "hidden", "-d", "@/etc/hosts"], "-d @FILE cannot be combined with another -d"),
        (["--json="], "--json: expected a value"),
        (["--retry", "-1"], "--retry requires an integer from 0 to 100"),
        (["--timeout", "soon"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "0"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "1e-19"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "1e10"], "--timeout requires a number of seconds above 0"),
        (["--timeout", "inf"], "--timeout requires a number of seconds above 0"),
        (["--har", "--lines"], "--har requires a value"),
        (["--har", "/"], "--har: / is not a regular file"),
        (["--har", "/dev/null"], "--har: /dev/null is not a regular file"),
        (["--output", "/"], "--output: / is not a regular file"),
        (["--output", "/dev/null"], "--output: /dev/null is not a regular file"),
        (["--output", "a", "--lines"], "--lines and --output cannot be combined"),
        (["--sse", "--lines"], "--lines and --sse cannot be combined"),
        (["--sse", "--repeat", "2"], "--sse and --repeat cannot be combined"),
        (["--repeat", "2", "--har", "a.har"], "--repeat and --har cannot be combined"),
        (["--concurrency", "2"], "--concurrency requires --repeat M"),
        (["--repeat", "0"], "--repeat requires an integer from 1 to 1000000"),
        (
            ["127.0.0.1/hidden"],
            "<url>: expected an http or https URL without whitespace, such as http://127.0.0.1:8080/path?query"
        ),
        (["http://127.0.0.1/a b?token=hidden"], "<url>: expected an http or https URL"),
        (["ftp://127.0.0.1"], "<url>: expected an http or https URL"),
        (["http://me:hidden@127.0.0.1"], "<url>: a user name or password is not accepted: send them with -H"),
        (["http://127.0.0.1", "hidden"], "argument 2 is unexpected: http-get accepts [<options>] [<url>]\n"),
        (["--", "--help"], "<url>: expected an http or https URL"),
        (["http://127.0.0.1", "--", "--hidden"], "argument 3 is unexpected"),
        (["-d", "--", "hidden"], "-d requires a value"),
    ])
    func rejectsInvalidArguments(arguments: [String], message: String) async throws {
        let outcome = try await HTTPGet.script.run(arguments)
        outcome.expect(
            status: 64, output: "", errors: .begins("http-get: \(message)"),
            .ends("\nRun 'http-get --help' for usage.\n"))
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func argumentAfterDoubleHyphenIsTheURL() async throws {
        let (outcome, _) = try await HTTPGet.run(["--lines", "--"]) { _ in .text("hello") }
        outcome.expect(status: 0, output: "hello\n")
    }

    @Test(arguments: ["1e-18", "1e9"])
    func acceptsShortestAndLongestTimeout(seconds: String) async throws {
        let (outcome, _) = try await HTTPGet.run(["--timeout", seconds]) { _ in
            seconds == "1e9" ? .text("hello") : .stall
        }
        #expect(outcome.status == (seconds == "1e9" ? 0 : 1))
        #expect(!outcome.isKilled)
    }

    @Test(arguments: [[], ["--lines"], ["--sse"], ["--timeout", "60"]])
    func controlCTerminatesTheScript(options: [String]) async throws {
        let server = try LoopbackServer { _ in
            .steps([.head(), .bytes("data: a\n\n"), .stall], fields: [.contentType: "text/event-stream"])
        }
        defer { server.stop() }
        let outcome = try await HTTPGet.script.run(options + [server.baseURL]) { process in
            try await server.waitForRequests(1, timeout: .seconds(30))
            process.interrupt()
        }
        outcome.expect(signal: SIGINT, errors: "")
        #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
    }

    @Test(arguments: [[], ["--lines"], ["--sse"], ["--repeat", "2"], ["--help"]])
    func closedOutputEndsTheScriptSilently(options: [String]) async throws {
        let server = try LoopbackServer { _ in
            .data(Array("data: a\n\n".utf8), type: "text/event-stream")
        }
        defer { server.stop() }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await HTTPGet.script.run(options + [server.baseURL], output: pipe.fileHandleForWriting)
        #expect(outcome.status == 0)
        #expect(!outcome.isKilled)
        #expect(outcome.errors.isEmpty)
    }

    #if os(Linux)
        @Test func reportsAFullDisk() async throws { try await HTTPGet.script.expectFullDiskFailure() }
    #endif
}

import Foundation
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests of request bodies that `http-get` reads from standard input, pipes and special files.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetInputTests {
    /// Runs the script in a shell command in which `$FIFO` is the path of a named pipe.
    private func run(
        _ line: String, _ options: [String], _ handler: @escaping LoopbackServer.Handler = { .text($0.bodyText) }
    ) async throws -> (outcome: Script.Outcome, server: LoopbackServer) {
        let server = try LoopbackServer(handler: handler)
        defer { server.stop() }
        return try await withFolder { folder in
            let pipe = folder.appending(path: "pipe").path
            let arguments = options.map { $0.replacingOccurrences(of: "$FIFO", with: pipe) } + [server.baseURL]
            let outcome = try await HTTPGet.script.run(
                arguments, through: "mkfifo \"$FIFO\" || exit\n\(line)", environment: ["FIFO": pipe])
            return (outcome, server)
        }
    }

    @Test(arguments: [
        ("printf a=1 | \"$0\" \"$@\"", "@-"), ("printf a=1 | \"$0\" \"$@\"", "@/dev/stdin"),
        ("(printf a=; printf 1) > \"$FIFO\" & exec \"$0\" \"$@\"", "@$FIFO"),
        ("printf a=1 | { exec 5<&0 </dev/null; \"$0\" \"$@\"; }", "@/dev/fd/5"),
    ])
    func sendsInputFromAPipe(line: String, source: String) async throws {
        for option in ["-d", "--json"] {
            let (outcome, server) = try await run(line, [option, source])
            outcome.expect(status: 0, output: "a=1", errors: "")
            #expect(server.requests.first?.fields[.contentLength] == "3")
            #expect(server.requests.first?.method == .post)
        }
    }

    @Test func retrySendsPipeInputAgain() async throws {
        let count = Count()
        let line = "head -c 300000 /dev/zero | \"$0\" \"$@\""
        let (outcome, server) = try await run(line, ["-X", "PUT", "-d", "@-", "--retry", "1"]) { _ in
            count.next() == 0 ? .status(.serviceUnavailable) : .text("fine")
        }
        #expect(outcome.status == 0)
        #expect(server.requests.map(\.body.count) == [300_000, 300_000])
    }

    #if os(Linux)
        @Test func sendsAFileFromProc() async throws {
            let (outcome, _) = try await run("exec \"$0\" \"$@\"", ["-d", "@/proc/self/status"])
            outcome.expect(status: 0, output: .begins("Name:\thttp-get\n"))
        }
    #endif

    @Test(arguments: ["@-", "@/dev/stdin"])
    func failsWhenStandardInputIsClosed(source: String) async throws {
        let (outcome, server) = try await run("exec \"$0\" \"$@\" <&-", ["-d", source])
        outcome.expect(status: 1, output: "", errors: .contains("http-get: cannot read standard input: it is closed\n"))
        #expect(server.requests.isEmpty)
        // An empty standard input is sent as an empty body.
        let (empty, other) = try await run("exec \"$0\" \"$@\" </dev/null", ["-d", source])
        #expect(empty.status == 0)
        #expect(other.requests.first?.fields[.contentLength] == "0")
    }

    @Test func failsWhenStandardInputIsADirectory() async throws {
        let (outcome, server) = try await run("exec \"$0\" \"$@\" </", ["-d", "@-"])
        outcome.expect(status: 1, errors: "http-get: cannot read standard input: Is a directory\n")
        #expect(server.requests.isEmpty)
    }

    @Test func timeoutAppliesToReadingAPipe() async throws {
        let (outcome, server) = try await run("exec \"$0\" \"$@\"", ["-d", "@$FIFO", "--timeout", "0.2"])
        outcome.expect(
            status: 1, errors: .begins("http-get: timed out after 0.2 seconds reading /"),
            .ends("/pipe: no request was sent\n"))
        #expect(server.requests.isEmpty)
    }

    @Test func timeoutIncludesTheTimeForReadingInput() async throws {
        let line = "printf a | \"$0\" \"$@\""
        let (outcome, server) = try await run(line, ["-d", "@-", "--timeout", "0.8"]) { _ in .stall }
        outcome.expect(status: 1, errors: .contains(" timed out: no complete response within 0."))
        #expect(server.requests.count == 1)
    }

    /// Opening the pipe for writing blocks until the script opens it for reading.
    @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM)])
    func signalEndsTheScriptWhileReadingAPipe(name: String, status: Int32) async throws {
        let line = "(exec 3> \"$FIFO\"; kill -s \(name) $$) 2>/dev/null & exec \"$0\" \"$@\""
        let (outcome, _) = try await run(line, ["-d", "@$FIFO"]) { _ in .stall }
        #expect(outcome.status == status && outcome.isKilled)
        #expect(outcome.errors.isEmpty)
    }
}

import Foundation
import RillHTTP
import RillHTTPTesting
import Testing

/// How `http-get` is called, and how it is ended.
@Suite(.timeLimit(.minutes(2))) struct HTTPGetUsageTests {
    @Test(arguments: [["--help"], ["-h"], ["--lines", "-h"], ["--help", "--nonsense"]])
    func printsHelp(arguments: [String]) async throws {
        let outcome = try await HTTPGet.script.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let options = [
            "-X METHOD", "-H 'NAME: VALUE'", "-d DATA", "--json TEXT", "--retry N", "--timeout SECONDS", "--har FILE",
            "--verbose", "--output FILE", "--lines", "--sse", "--repeat M", "--concurrency N", "--help",
        ]
        #expect(options.allSatisfy { outcome.output.contains("\n  \($0)") || $0 == "--help" })
        #expect(outcome.lines.allSatisfy { $0.count <= 120 })
    }

    @Test(arguments: [
        (["--nonsense"], "there is no option --nonsense"),
        (["--lines=hidden"], "--lines takes no value"),
        (["-uhidden"], "there is no option -u\n"),
        (["-X", "hid den"], "-X needs a method like GET or PATCH\n"),
        (["--retry", "hidden"], "--retry needs an integer from 0 to 100\n"),
        (["-d", "@hidden"], "-d names a file that cannot be read\n"),
        (["--json", "@hidden"], "--json names a file that cannot be read\n"),
        (["-X"], "-X needs a value"),
        (["-X", "GE T"], "-X needs a method like GET or PATCH, not \"GE T\""),
        (["-X", "CONNECT"], "-X needs a method like GET or PATCH"),
        (["-H", "Authorization hidden"], "-H needs a field like"),
        (["-H", "a b: hidden"], "-H needs a field like"),
        (["-H", "Cookie: hidden\r\nX: y"], "-H needs a field like"),
        (["-H", ": hidden"], "-H needs a field like"),
        (["-d"], "-d needs a value"),
        (["-d", "@/no/such/file"], "-d names a file that cannot be read: /no/such/file"),
        (["--json", "@/"], "--json names a file that cannot be read: /"),
        (["-d", "hidden", "--json", "{}"], "-d and --json exclude each other"),
        (["-d", "hidden", "-d", "@/etc/hosts"], "-d @FILE has to be the only -d"),
        (["--json="], "--json needs a value"),
        (["--retry", "-1"], "--retry needs an integer from 0 to 100"),
        (["--timeout", "soon"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "0"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "1e-19"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "1e10"], "--timeout needs a number of seconds above 0"),
        (["--timeout", "inf"], "--timeout needs a number of seconds above 0"),
        (["--har", "--lines"], "--har needs a value"),
        (["--har", "/"], "--har needs the name of a file, and / is something else"),
        (["--har", "/dev/null"], "--har needs the name of a file, and /dev/null is something else"),
        (["--output", "/"], "--output needs the name of a file, and / is something else"),
        (["--output", "/dev/null"], "--output needs the name of a file, and /dev/null is something else"),
        (["--output", "a", "--lines"], "--lines and --output exclude each other"),
        (["--sse", "--lines"], "--lines and --sse exclude each other"),
        (["--sse", "--repeat", "2"], "--sse and --repeat exclude each other"),
        (["--repeat", "2", "--har", "a.har"], "--repeat and --har exclude each other"),
        (["--concurrency", "2"], "--concurrency needs --repeat M"),
        (["--repeat", "0"], "--repeat needs an integer from 1 to 1000000"),
        (["127.0.0.1/hidden"], "the URL has to be like http://127.0.0.1:8080/path?query"),
        (["http://127.0.0.1/a b?token=hidden"], "the URL has to be like"),
        (["ftp://127.0.0.1"], "the URL has to be like"),
        (["http://me:hidden@127.0.0.1"], "the URL holds a user name or a password: send them with -H"),
        (["http://127.0.0.1", "hidden"], "there is a second word without an option"),
        (["--", "--help"], "the URL has to be like"),
        (["http://127.0.0.1", "--", "--hidden"], "there is a second word without an option"),
        (["-d", "--", "hidden"], "-d needs a value"),
    ])
    func refusesWrongUsage(arguments: [String], message: String) async throws {
        let outcome = try await HTTPGet.script.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("http-get: \(message)"))
        #expect(outcome.errors.hasSuffix("\nhttp-get --help tells what there is.\n"))
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func takesTheWordBehindTwoDashesForTheAddress() async throws {
        let (outcome, _) = try await HTTPGet.run(["--lines", "--"]) { _ in .text("hello") }
        #expect(outcome.status == 0)
        #expect(outcome.output == "hello\n")
    }

    @Test(arguments: ["1e-18", "1e9"])
    func takesTheShortestAndTheLongestTime(seconds: String) async throws {
        let (outcome, _) = try await HTTPGet.run(["--timeout", seconds]) { _ in
            seconds == "1e9" ? .text("hello") : .stall
        }
        #expect(outcome.status == (seconds == "1e9" ? 0 : 1))
        #expect(!outcome.isKilled)
    }

    @Test(arguments: [[], ["--lines"], ["--sse"], ["--timeout", "60"]])
    func endsWithControlC(options: [String]) async throws {
        let server = try LoopbackServer { _ in
            .steps([.head(), .bytes("data: a\n\n"), .stall], fields: [.contentType: "text/event-stream"])
        }
        defer { server.stop() }
        let outcome = try await HTTPGet.script.run(options + [server.baseURL]) { process in
            try await server.waitForRequests(1, timeout: .seconds(30))
            process.interrupt()
        }
        #expect(outcome.status == 130)
        #expect(!outcome.isKilled)
        #expect(outcome.errors.isEmpty)
        #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
    }

    @Test(arguments: [[], ["--lines"], ["--sse"], ["--repeat", "2"], ["--help"]])
    func endsQuietlyIfNobodyReads(options: [String]) async throws {
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
        @Test func tellsThatTheDiskIsFull() async throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let outcome = try await HTTPGet.script.run(output: full)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("cannot write to standard output: No space left on device"))
        }
    #endif
}

import Foundation
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tests of the files and the progress bar of `http-get --output`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetDownloadTests {
    @Test func downloadReplacesTheFile() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "page.bin")
            try Data("old".utf8).write(to: file)
            let (outcome, _) = try await HTTPGet.run(["--output", file.path]) { _ in .pattern(byteCount: 1_234_567) }
            outcome.expect(status: 0, output: "")
            let data = try Data(contentsOf: file)
            #expect(data.count == 1_234_567)
            #expect(data.enumerated().allSatisfy { $1 == LoopbackServer.patternByte(at: $0) })
            #expect(try HTTPGet.names(in: folder) == ["page.bin"])
            // Without a terminal, there is no progress bar.
            #expect(outcome.errors.hasPrefix("http-get: \(file.path): 1.23 MB in "))
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(!outcome.errors.contains("\u{1B}"))
        }
    }

    @Test(arguments: [
        LoopbackServer.Response.truncated(Array("half".utf8), declaredLength: 8), .text("no", status: .notFound),
        .steps([.head(), .bytes("half"), .reset]), .steps([.head(), .bytes("half"), .stall]),
    ])
    func failedDownloadLeavesNoFile(response: LoopbackServer.Response) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "page")
            let (outcome, server) = try await HTTPGet.run(["--output", file.path, "--timeout", "1"]) { _ in response }
            outcome.expect(
                status: response.status == .notFound ? 22 : 1, errors: .begins("http-get: GET \(server.baseURL)/ "))
            #expect(try HTTPGet.names(in: folder).isEmpty)
        }
    }

    @Test func failedDownloadKeepsTheExistingFile() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "page")
            try Data("old".utf8).write(to: file)
            let (outcome, _) = try await HTTPGet.run(["--output", file.path]) { _ in
                .truncated(Array("half".utf8), declaredLength: 8)
            }
            #expect(outcome.status == 1)
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(try HTTPGet.names(in: folder) == ["page"])
        }
    }

    /// The interruption happens before the response, during the body, and during a disk write.
    @Test(arguments: [0, 4, 4 << 20])
    func controlCLeavesNoFile(byteCount: Int) async throws {
        let server = try LoopbackServer { _ in
            byteCount == 0 ? .stall : .steps([.head(.length(64 << 20)), .pattern(byteCount: byteCount), .stall])
        }
        defer { server.stop() }
        try await withFolder { folder in
            let file = folder.appending(path: "page")
            let outcome = try await HTTPGet.script.run(["--output", file.path, server.baseURL]) { process in
                try await server.waitForRequests(1, timeout: .seconds(30))
                try await server.waitForBodyBytes(byteCount, timeout: .seconds(30))
                process.interrupt()
            }
            outcome.expect(signal: SIGINT, errors: "")
            #expect(try HTTPGet.names(in: folder).isEmpty)
            #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
        }
    }

    /// The script ignores SIGHUP if the tests were started with `nohup`.
    @Test(arguments: [SIGTERM, SIGHUP].filter { $0 == SIGTERM || !isHangUpIgnored })
    func signalLeavesNoFile(number: Int32) async throws {
        let server = try LoopbackServer { _ in
            .steps([.head(.length(64 << 20)), .pattern(byteCount: 1 << 20), .stall])
        }
        defer { server.stop() }
        try await withFolder { folder in
            let file = folder.appending(path: "page")
            let outcome = try await HTTPGet.script.run(["--output", file.path, server.baseURL]) { process in
                try await server.waitForBodyBytes(1 << 20, timeout: .seconds(30))
                #expect(try HTTPGet.names(in: folder).count == 1)
                kill(process.processIdentifier, number)
            }
            #expect(outcome.status == number && outcome.isKilled)
            #expect(outcome.errors.isEmpty)
            #expect(try HTTPGet.names(in: folder).isEmpty)
            #expect(try await server.waitForEnd(ofConnection: 1).end == .byClient)
        }
    }

    private static var isHangUpIgnored: Bool {
        let previous = signal(SIGHUP, SIG_IGN)
        signal(SIGHUP, previous)
        return unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    #if os(Linux)
        @Test func downloadShowsAProgressBarOnATerminal() async throws {
            let terminal = try PseudoTerminal(columns: 60)
            try await withFolder { folder in
                let server = try LoopbackServer { _ in .pattern(byteCount: 2_000_000) }
                defer { server.stop() }
                let arguments = ["--output", folder.appending(path: "page").path, server.baseURL]
                let outcome = try await HTTPGet.script.run(
                    arguments, environment: ["TERM": "xterm"], errors: terminal.handle)
                #expect(outcome.status == 0)
                let text = terminal.textSoFar()
                #expect(text.hasPrefix("\r\u{1B}[K  0% [                                     ] 0 B of 2.00 MB"))
                #expect(text.contains("\r\u{1B}[Khttp-get: "))
                let bars = text.components(separatedBy: "\r\u{1B}[K").filter { $0.contains("[") }
                #expect(bars.allSatisfy { $0.count < 60 })
            }
        }

        @Test func downloadShowsNoProgressBarOnADumbTerminal() async throws {
            let terminal = try PseudoTerminal(columns: 60)
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            try await withFolder { folder in
                let arguments = ["--output", folder.appending(path: "page").path, server.baseURL]
                let outcome = try await HTTPGet.script.run(
                    arguments, environment: ["TERM": "dumb"], errors: terminal.handle)
                #expect(outcome.status == 0)
                let text = terminal.textSoFar()
                #expect(text.hasPrefix("http-get: ") && !text.contains("\u{1B}"))
            }
        }
    #endif
}

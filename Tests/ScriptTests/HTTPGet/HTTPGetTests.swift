import Foundation
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests of the requests and the output of `http-get`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetTests {
    // MARK: Requests

    @Test func sendsPathAndQueryUnchanged() async throws {
        let (outcome, server) = try await HTTPGet.run(path: "/a%20b?q=1&q=2") { _ in .text("hello\n") }
        outcome.expect(status: 0, output: "hello\n", errors: "")
        #expect(server.requests.map(\.description) == ["GET /a%20b?q=1&q=2"])
    }

    @Test func usesTheSampleServerWithoutAURL() async throws {
        let outcome = try await HTTPGet.script.run()
        #expect(outcome.status == 0)
        let tags = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [Any])
        #expect(tags.count == 20)
        outcome.expect(
            errors: .begins("http-get: using the in-process sample server at http://127.0.0.1:"),
            .ends("/api/v2/tags\n"))
    }

    @Test func sendsHeaderFieldsAndFormBody() async throws {
        let (outcome, server) = try await HTTPGet.run([
            "-d", "a=1", "-d", "b=x y", "-H", "X-One: 1", "-HX-One:2", "-H", "Accept: text/plain",
        ]) { .text($0.bodyText) }
        outcome.expect(status: 0, output: "a=1&b=x y")
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.fields[.accept] == "text/plain")
        #expect(request.fields[values: HTTPField.Name(literal: "X-One")] == ["1", "2"])
    }

    @Test func optionsOverrideMethodAndContentType() async throws {
        let (outcome, server) = try await HTTPGet.run([
            "-XPUT", "-d", "<a/>", "-H", "content-type: application/xml",
        ]) { _ in .status(.noContent) }
        outcome.expect(status: 0, output: "")
        let request = try #require(server.requests.first)
        #expect(request.method == .put)
        #expect(request.fields[values: .contentType] == ["application/xml"])
    }

    @Test func jsonOptionSetsContentTypeAndAccept() async throws {
        let (outcome, server) = try await HTTPGet.run(["--json", #"{"a":"ü"}"#]) { .json($0.bodyText) }
        #expect(outcome.output == #"{"a":"ü"}"#)
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.fields[.accept] == "application/json")
    }

    @Test func sendsAFileUnchanged() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "data")
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try Data(bytes).write(to: file)
            let (outcome, server) = try await HTTPGet.run(["-d", "@" + file.path]) { _ in .status(.noContent) }
            #expect(outcome.status == 0)
            #expect(server.requests.first?.body == bytes)
            #expect(server.requests.first?.fields[.contentLength] == "100000")
        }
    }

    @Test func sendsAnEmptyBody() async throws {
        let (outcome, server) = try await HTTPGet.run(["-d", ""]) { _ in .text("") }
        #expect(outcome.status == 0)
        #expect(server.requests.first?.method == .post)
        #expect(server.requests.first?.fields[.contentLength] == "0")
    }

    @Test func followsRedirects() async throws {
        let (outcome, server) = try await HTTPGet.run(path: "/from") { request in
            request.path == "/to" ? .text("there") : .status(.found, fields: [.location: "/to"])
        }
        outcome.expect(status: 0, output: "there")
        #expect(server.requests.map(\.path) == ["/from", "/to"])
    }

    @Test func acceptsStatusBelow400() async throws {
        let (outcome, _) = try await HTTPGet.run { _ in .text("nowhere", status: .found) }
        outcome.expect(status: 0, output: "nowhere")
    }

    // MARK: Output

    @Test func writesBinaryBodiesUnchanged() async throws {
        let server = try LoopbackServer { _ in .pattern(byteCount: 3_000_001) }
        defer { server.stop() }
        let (outcome, bytes) = try await HTTPGet.bytes([server.baseURL])
        #expect(outcome.status == 0)
        #expect(bytes.count == 3_000_001)
        #expect(bytes.indices.allSatisfy { bytes[$0] == LoopbackServer.patternByte(at: $0) })
    }

    @Test func writesEachLineWhenItIsComplete() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { _ in
            .steps([.head(), .bytes("one\r\ntw"), .bytes("o\nthr"), .wait(for: gate), .bytes("ee"), .finish()])
        }
        defer { server.stop() }
        let pipe = Pipe()
        let outcome = try await HTTPGet.script.run(["--lines", server.baseURL], output: pipe.fileHandleForWriting) {
            _ in
            // The script now has the only write end, so that reading ends if the script crashes.
            try pipe.fileHandleForWriting.close()
            // The third line and the response are still incomplete.
            let lines = [
                try pipe.fileHandleForReading.read(upToCount: 4), try pipe.fileHandleForReading.read(upToCount: 4),
            ]
            #expect(lines == [Data("one\n".utf8), Data("two\n".utf8)])
            gate.open()
        }
        #expect(outcome.status == 0)
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("three\n".utf8))
    }

    @Test func sseWritesEventsAsJSONAndReconnects() async throws {
        let count = Count()
        let (outcome, server) = try await HTTPGet.run(["--sse"]) { _ in
            switch count.next() {
            case 0:
                .data(
                    Array("retry: 1\nid: 7\nevent: tick\ndata: a\ndata: \"b\"\n\ndata: c\n\ndata: cut".utf8),
                    type: "text/event-stream")
            default: .status(.noContent)
            }
        }
        outcome.expect(
            status: 0,
            output: .equals(
                #"{"data":"a\n\"b\"","id":"7","type":"tick"}"# + "\n" + #"{"data":"c","id":"7","type":"message"}"#
                    + "\n"), errors: "http-get: the server closed the stream\nhttp-get: reconnecting in 100 ms\n")
        #expect(server.requests.map { $0.fields[.lastEventID] } == [nil, "7"])
    }

    @Test func sseDoesNotReconnectWithZeroRetries() async throws {
        let (outcome, server) = try await HTTPGet.run(["--sse", "--retry", "0"]) { _ in
            .data(Array("data: a\n\n".utf8), type: "text/event-stream")
        }
        outcome.expect(status: 0, output: .equals(#"{"data":"a","type":"message"}"# + "\n"))
        #expect(server.requests.count == 1)
    }

    #if os(Linux)
        @Test func streamsLargeBodiesInBoundedMemory() async throws {
            let beginning = 16 << 20
            let rest = 128 << 20
            let gates = (LoopbackServer.Gate(), LoopbackServer.Gate())
            let server = try LoopbackServer { _ in
                .steps([
                    .head(.length(beginning + rest + 1)), .pattern(byteCount: beginning), .wait(for: gates.0),
                    .pattern(byteCount: rest), .wait(for: gates.1), .bytes("x"), .finish(),
                ])
            }
            defer { server.stop() }
            let nowhere = try #require(FileHandle(forWritingAtPath: "/dev/null"))
            let outcome = try await HTTPGet.script.run([server.baseURL], output: nowhere) { process in
                try await server.waitForBodyBytes(beginning, timeout: .seconds(90))
                let before = try peak(of: process)
                gates.0.open()
                try await server.waitForBodyBytes(beginning + rest, timeout: .seconds(90))
                let after = try peak(of: process)
                gates.1.open()
                #expect(after - before < 32 << 10)
            }
            #expect(outcome.status == 0)
        }

        /// Returns the peak resident memory of a process in KiB.
        private func peak(of process: Process) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        }
    #endif
}

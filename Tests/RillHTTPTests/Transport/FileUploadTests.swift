import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Request bodies that are read from a file.
@Suite struct FileUploadTests {
    private let files: TemporaryFiles

    init() throws {
        files = try TemporaryFiles()
    }

    @Test(arguments: ["/no/file", "/"]) func unreadableFileFails(path: String) {
        #expect(HTTPBody.file(path).count == nil)
        let reason = path == "/" ? "it is a directory" : "No such file or directory"
        let error = #expect(throws: (any Error).self) {
            try HTTPBody.file(path).chunks.toArray().wait(timeout: .seconds(30))
        }
        #expect(error.map { "\($0)" } == "cannot read file \(path): \(reason)")
    }

    @Test func readsFileInChunks() throws {
        let bytes = TemporaryFiles.pattern(200_000)
        try files.write(bytes, to: "f")
        let chunks = try HTTPBody.file(files.path("f")).chunks.toArray().wait(timeout: .seconds(30))
        #expect(chunks.map(\.count) == [65_536, 65_536, 65_536, 3_392])
        #expect(chunks.flatMap { $0 } == bytes)
    }

    #if os(Linux)
        private func send(_ body: HTTPBody, to server: LoopbackServer, over transport: CurlTransport) throws -> String {
            let request = HTTPRequest(
                method: .put, scheme: "http", authority: String(server.baseURL.dropFirst("http://".count)), path: "/")
            let events = try transport.send(request, body: body).toArray().wait(timeout: .seconds(30))
            return events.reduce("") { text, event in
                if case .chunk(let bytes) = event { text + String(decoding: bytes, as: UTF8.self) } else { text }
            }
        }

        @Test(arguments: [0, 1, 65_536, 3_000_001], [false, true])
        func sendsFile(size: Int, followsLink: Bool) throws {
            let bytes = TemporaryFiles.pattern(size)
            try files.write(bytes, to: "f")
            try FileManager.default.createSymbolicLink(atPath: files.path("link"), withDestinationPath: files.path("f"))
            let server = try LoopbackServer { request in .text("\(request.body.count)") }
            defer { server.stop() }
            let log = Log<TransferProgress>()
            let body = HTTPBody.file(files.path(followsLink ? "link" : "f")).onProgress { log.append($0) }
            let text = try send(body, to: server, over: CurlTransport(options: .withoutTimeouts))
            #expect(text == "\(size)")
            #expect(server.requests.first.map { Array($0.body) } == bytes)
            if size > 0 { #expect(log.entries.last == TransferProgress(completed: size, total: size)) }
        }

        /// Files of the `proc` file system have a size of 0.
        @Test func sendsFileOfUnknownSize() throws {
            let server = try LoopbackServer { request in .text("\(request.body.count)") }
            defer { server.stop() }
            let body = HTTPBody.file("/proc/version")
            #expect(body.count == nil)
            let content = try Data(contentsOf: URL(filePath: "/proc/version"))
            #expect(try send(body, to: server, over: CurlTransport(options: .withoutTimeouts)) == "\(content.count)")
            #expect(server.requests.map { Data($0.body) } == [content])
        }

        @Test func fileThatShrinksFailsUpload() throws {
            try files.write([], to: "f")
            let path = files.path("f")
            #expect(truncate(path, 64 << 20) == 0)
            // The new size is larger than what fits into the buffers of a connection that the server does not read.
            let size = 48 << 20
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in
                truncate(path, size)
                return nil
            }
            let server = try LoopbackServer(options: options) { _ in .text("ok") }
            defer { server.stop() }
            let error = #expect(throws: TransportError.self) {
                try send(.file(path), to: server, over: CurlTransport(options: .withoutTimeouts))
            }
            let reason = "the request body has \(size) bytes, but \(64 << 20) were declared"
            #expect(error.map { "\($0)" } == "could not send the request: \(reason)")
        }

        /// A log file, for example.
        @Test func fileThatGrowsDuringUploadIsSentUpToItsLength() throws {
            // More than what fits into the buffers of a connection that the server does not read.
            let size = 48 << 20
            try files.write([], to: "f")
            let path = files.path("f")
            #expect(truncate(path, size) == 0)
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in
                truncate(path, size + 1)
                return nil
            }
            let server = try LoopbackServer(options: options) { .text("\($0.body.count)") }
            defer { server.stop() }
            let text = try send(.file(path), to: server, over: CurlTransport(options: .withoutTimeouts))
            #expect(text == "\(size)")
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size + 1)
        }

        @Test func fileIsSentAgainFromItsBeginning() throws {
            let bytes = TemporaryFiles.pattern(100_000)
            try files.write(bytes, to: "f")
            let connections = Log<Int>()
            let server = try LoopbackServer { request in
                // The server closes each connection without a response to its second request.
                defer { connections.append(request.connection) }
                return connections.entries.contains(request.connection) ? .steps([.close]) : .text("ok")
            }
            defer { server.stop() }
            let transport = CurlTransport(options: .withoutTimeouts)
            for _ in 0..<3 { #expect(try send(.file(files.path("f")), to: server, over: transport) == "ok") }
            #expect(server.requests.count == 5)
            #expect(server.requests.allSatisfy { Array($0.body) == bytes })
        }
    #endif
}

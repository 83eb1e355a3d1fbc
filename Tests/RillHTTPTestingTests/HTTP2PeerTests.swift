#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import Testing

    @testable import RillHTTPTesting
    @testable import RillTransportConformance

    /// The HTTP/2 server.
    ///
    /// Skipped if it is not installed.
    @Suite struct HTTP2PeerTests {
        private let limit = Duration.seconds(30)

        @Test(.enabled("requires nginx and openssl") { HTTP2Peer.skipReason == nil })
        func forwardsRequestsAndResponses() throws {
            let server = try LoopbackServer { request in .text("\(request) \(request.bodyText)") }
            defer { server.stop() }
            let peer = try HTTP2Peer(inFrontOf: server)
            defer { peer.stop() }
            let request = HTTPRequest(method: .post, scheme: peer.scheme, authority: peer.authority, path: "/a?b=c")
            let events = try transport(trusting: peer).send(request, body: HTTPBody("text")).toArray().wait(
                timeout: limit)
            #expect(events.last == .chunk(Array("POST /a?b=c text".utf8)))
            guard case .head(let head)? = events.first else {
                Issue.record("expected a response head, got \(events)")
                return
            }
            let name: HTTPField.Name = "x-protocol"
            #expect(head.headerFields[name] == "HTTP/2.0")
            #expect(server.requests.map { $0.fields[name] } == ["HTTP/2.0"])
        }

        @Test(.enabled("requires nginx and openssl") { HTTP2Peer.skipReason == nil })
        func stopsWhenReleased() throws {
            let server = try LoopbackServer { _ in .text("") }
            defer { server.stop() }
            var peer: HTTP2Peer? = try HTTP2Peer(inFrontOf: server, isSecure: false)
            #expect(peer?.baseURL.hasPrefix("http://") == true)
            let port = try #require(peer?.port)
            _ = try RawClient(port: port)
            peer = nil
            #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        }

        @Test func startFailureIncludesTheOutput() throws {
            let folder = try TemporaryFolder()
            try folder.write("x".utf8, to: "file")
            let error = #expect(throws: SystemTool.Failure.self) {
                try ServerProcess(["/bin/sh", "-c", "echo cannot start; exit 1"], port: 1, in: folder)
            }
            #expect(error?.description.contains("cannot start") == true)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }

        @Test func failsImmediatelyIfTheProcessCannotBeStarted() throws {
            let folder = try TemporaryFolder()
            // The system limits the length of an argument.
            let command = ["/bin/sh", String(repeating: "x", count: 4 << 20)]
            let start = ContinuousClock.now
            #expect(throws: (any Error).self) { try ServerProcess(command, port: 1, in: folder) }
            #expect(ContinuousClock.now - start < .seconds(15))
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }

        @Test func deletesTheFolderWhenStopped() throws {
            let server = try LoopbackServer { _ in .text("") }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            // The port is served by the loopback server, so any foreground process is accepted as started.
            let process = try ServerProcess(["/bin/sleep", "1000"], port: server.port, in: folder)
            #expect(FileManager.default.fileExists(atPath: folder.path))
            process.stop()
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            process.stop()
        }

        private func transport(trusting peer: HTTP2Peer) -> CurlTransport {
            var options = TransportOptions()
            options.proxy = .none
            options.certificateAuthorityFile = peer.authorityFile
            options.httpVersion = .http2
            return CurlTransport(options: options)
        }
    }
#endif

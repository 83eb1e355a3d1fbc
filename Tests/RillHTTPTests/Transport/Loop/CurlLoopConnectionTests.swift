#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import Testing

    @testable import RillHTTP

    @Suite struct CurlLoopConnectionTests {
        @Test func reusesConnection() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            for _ in 0..<50 {
                #expect(try loop.run("GET", server.baseURL + "/")?.results == [.completed])
            }
            #expect(server.connections.count == 1)
        }

        @Test(arguments: ["GET", "POST"])
        func replacesConnectionClosedWhileIdle(method: String) throws {
            let server = try LoopbackServer { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            for number in 1...20 {
                let body: [UInt8]? = method == "POST" ? Array("body \(number)".utf8) : nil
                let notes = try loop.run(method, server.baseURL + "/", body: body)
                #expect(notes?.results == [.completed])
                try server.waitForEnd(ofConnection: number)
            }
            #expect(server.requests.count == 20)
        }

        /// The server closes the connection when the next exchange starts.
        ///
        /// Neither order may fail or hang.
        @Test(arguments: [5, 200_000])
        func replacesConnectionThatIsClosing(bodySize: Int) throws {
            let server = try LoopbackServer { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let body = LoopbackServer.patternBytes(bodySize)
            for _ in 0..<60 {
                let notes = try loop.run("PUT", server.baseURL + "/", body: body)
                #expect(notes?.results == [.completed])
                #expect(notes?.text == "ok")
            }
            #expect(server.requests.allSatisfy { $0.body == body })
        }

        /// The server receives the second request of a connection and closes it without a response.
        @Test(arguments: [nil, 5, 1_000_000])
        func resendsRequestAfterCloseWithoutResponse(bodySize: Int?) throws {
            let seen = SeenConnections()
            let server = try LoopbackServer { request in
                seen.isNew(request.connection) ? .text("ok") : .steps([.close])
            }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let body = bodySize.map { LoopbackServer.patternBytes($0) }
            for _ in 0..<5 {
                let notes = try loop.run(body == nil ? "GET" : "PUT", server.baseURL + "/", body: body)
                #expect(notes?.results == [.completed])
            }
            #expect(server.connections.count == 5)
            #expect(server.requests.allSatisfy { $0.body == body ?? [] })
        }

        /// The server resets the connection while it receives the body of the second request.
        @Test func resendsRequestAfterResetWithinBody() throws {
            let seen = SeenConnections()
            var options = LoopbackServer.Options()
            options.earlyResponse = { seen.isNew($0.connection) ? nil : .reset }
            let server = try LoopbackServer(options: options) { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let body = LoopbackServer.patternBytes(10_000_000)
            for _ in 0..<10 {
                let notes = try loop.run("PUT", server.baseURL + "/", body: body)
                #expect(notes?.results == [.completed])
                #expect(server.requests.last?.body == body)
            }
            #expect(server.connections.count == 10)
        }

        @Test func acceptsResponseBeforeEndOfRequestBody() throws {
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in
                .steps([.head(.length(6)), .bytes("denied"), .finish(), .close], status: .init(code: 401))
            }
            let server = try LoopbackServer(options: options) { _ in .text("not reached") }
            defer { server.stop() }
            let body = [UInt8](repeating: 1, count: 20_000_000)
            let notes = try CurlLoop.direct().run("POST", server.baseURL + "/", body: body)
            if notes?.results == [.completed] {
                #expect(notes?.heads.first?.status.code == 401)
                #expect(notes?.text == "denied")
            } else {
                // If the server closes the connection with unread data, the system may discard the response.
                #expect(notes?.failure?.code == .sendFailed || notes?.failure?.text.contains("reset") == true)
            }
        }
    }

    /// Records connection numbers.
    private final class SeenConnections: @unchecked Sendable {  // `lock` guards the set
        private let lock = NSLock()
        private var numbers: Set<Int> = []

        func isNew(_ number: Int) -> Bool { lock.withLock { numbers.insert(number).inserted } }
    }
#endif

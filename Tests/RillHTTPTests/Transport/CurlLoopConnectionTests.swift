#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import Testing

    @testable import RillHTTP

    @Suite struct CurlLoopConnectionTests {
        @Test func usesAConnectionAgain() throws {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            for _ in 0..<50 {
                #expect(try loop.run("GET", server.baseURL + "/")?.results == [.completed])
            }
            #expect(server.connections.count == 1)
        }

        @Test(arguments: ["GET", "POST"])
        func replacesAConnectionThatWasClosedMeanwhile(method: String) throws {
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

        /// The server closes just when the next exchange is on its way: whoever comes first, nothing fails or hangs.
        @Test(arguments: [5, 200_000])
        func replacesAConnectionThatIsBeingClosed(bodySize: Int) throws {
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

        /// The server takes the second request of a connection, and closes without a word.
        @Test(arguments: [nil, 5, 1_000_000])
        func repeatsWhatAClosedConnectionDidNotAnswer(bodySize: Int?) throws {
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

        /// The server closes the connection while the body of the second request is being sent.
        @Test func repeatsWhatAClosedConnectionDidNotTakeIn() throws {
            let seen = SeenConnections()
            var options = LoopbackServer.Options()
            options.answersEarly = { seen.isNew($0.connection) ? nil : .reset }
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

        @Test func takesAnAnswerThatComesBeforeTheBodyIsSent() throws {
            var options = LoopbackServer.Options()
            options.answersEarly = { _ in
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
                // Where the server closes with the body unread, the system may throw its answer away.
                #expect(notes?.failure?.kind == .sendFailed || notes?.failure?.message.contains("reset") == true)
            }
        }
    }

    /// Remembers the connections that were seen.
    private final class SeenConnections: @unchecked Sendable {  // `lock` guards the set
        private let lock = NSLock()
        private var numbers: Set<Int> = []

        func isNew(_ number: Int) -> Bool { lock.withLock { numbers.insert(number).inserted } }
    }
#endif

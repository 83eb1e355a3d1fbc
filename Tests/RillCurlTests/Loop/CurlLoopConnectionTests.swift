#if os(Linux)
    import Rill
    import RillHTTPTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopConnectionTests {
        /// The server receives the second request of a connection and closes it without a response, or resets it when
        /// the body begins.
        @Test(arguments: [(nil, false), (5, false), (1_000_000, false), (10_000_000, true)])
        func resendsRequestAfterCloseWithoutResponse(bodySize: Int?, isResetWithinBody: Bool) throws {
            let seen = SeenConnections()
            var options = LoopbackServer.Options()
            if isResetWithinBody {
                options.earlyResponse = { seen.isNew($0.connection) ? nil : .reset }
            }
            let server = try LoopbackServer(options: options) { request in
                isResetWithinBody || seen.isNew(request.connection) ? .text("ok") : .steps([.close])
            }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let body = bodySize.map { LoopbackServer.patternBytes($0) }
            for _ in 0..<10 {
                let notes = try loop.run(body == nil ? "GET" : "PUT", server.baseURL + "/", body: body)
                #expect(notes?.results == [.completed])
                #expect(server.requests.last?.body == body ?? [])
            }
            #expect(server.connections.count == 10)
            // A reset request has no body.
            #expect(server.requests.allSatisfy { $0.body == body ?? [] || isResetWithinBody && $0.body.isEmpty })
        }
    }

    /// Records connection numbers.
    private final class SeenConnections: @unchecked Sendable {  // `lock` guards the set
        private let lock = Lock()
        private var numbers: Set<Int> = []

        func isNew(_ number: Int) -> Bool { lock.withLock { numbers.insert(number).inserted } }
    }
#endif

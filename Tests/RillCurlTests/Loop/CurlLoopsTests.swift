#if os(Linux)
    import Foundation
    import Rill
    import RillHTTPTestSupport
    import RillHTTPTesting
    import Synchronization
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// The distribution of a transport's exchanges over its loops.
    @Suite(.timeLimit(.minutes(10))) struct CurlLoopsTests {
        private func request(_ method: HTTPRequest.Method = .get, scheme: String = "http") throws -> CurlRequest {
            let request = HTTPRequest(method: method, scheme: scheme, authority: "127.0.0.1:1", path: "/")
            return try CurlRequest(request, body: nil)
        }

        /// Returns the loops assigned to a number of exchanges.
        private func entries(_ count: Int, of loops: CurlLoops, for request: CurlRequest) -> [CurlLoop] {
            (0..<count).map { _ in loops.assignLoop(for: request) }
        }

        private func loopCount(_ entries: [CurlLoop]) -> Int {
            Set(entries.map { ObjectIdentifier($0) }).count
        }

        @Test func fewExchangesShareOneLoop() throws {
            #expect(loopCount(entries(8, of: CurlLoops(options: TransportOptions()), for: try request())) == 1)
        }

        @Test func manyExchangesUseAllLoops() throws {
            let loops = CurlLoops(options: TransportOptions())
            let entries = entries(64, of: loops, for: try request())
            let expected = min(ProcessInfo.processInfo.activeProcessorCount, 4)
            #expect(loopCount(entries) == expected)
            let shares = Dictionary(grouping: entries) { ObjectIdentifier($0) }.values.map(\.count)
            #expect(shares.allSatisfy { $0 == 64 / expected })
        }

        @Test func releasedLoopIsAssignedAgain() throws {
            let loops = CurlLoops(options: TransportOptions())
            let first = entries(8, of: loops, for: try request())
            first[0].release()
            #expect(loops.assignLoop(for: try request()) === first[0])
        }

        @Test func exchangesThatMayUseHTTP2ShareOneLoop() throws {
            let loops = CurlLoops(options: TransportOptions())
            #expect(loopCount(entries(64, of: loops, for: try request(scheme: "https"))) == 1)
            var options = TransportOptions()
            options.httpVersion = .http2
            #expect(loopCount(entries(64, of: CurlLoops(options: options), for: try request())) == 1)
        }

        @Test func exchangesThatRequireHTTP1UseOtherLoops() throws {
            let loops = CurlLoops(options: TransportOptions())
            let entries = entries(64, of: loops, for: try request(.post, scheme: "https"))
            #expect(loopCount(entries) == min(ProcessInfo.processInfo.activeProcessorCount, 4))
            #expect(!entries.contains { $0 === loops.all[0] })
        }

        @Test func secureExchangesUseAllLoopsOnlyOverHTTP1() throws {
            let expected = min(ProcessInfo.processInfo.activeProcessorCount, 4)
            let secure = try request(scheme: "https")
            let loops = CurlLoops(options: TransportOptions())
            loops.noteResponse(to: secure, isHTTP1: true)
            #expect(loopCount(entries(64, of: loops, for: secure)) == expected)
            let mixed = CurlLoops(options: TransportOptions())
            for isHTTP1 in [true, false, true] { mixed.noteResponse(to: secure, isHTTP1: isHTTP1) }
            #expect(loopCount(entries(64, of: mixed, for: secure)) == 1)
        }

        @Test(
            .enabled("needs openssl and libssl") {
                TestCertificates.skipReason == nil && LoopbackServer.TLS.skipReason == nil
            })
        func responseOverHTTP1ReleasesSecureExchangesFromFirstLoop() throws {
            let certificates = try TestCertificates.shared()
            var serverOptions = LoopbackServer.Options()
            serverOptions.tls = .init(certificates.server)
            let server = try LoopbackServer(options: serverOptions) { _ in .text("ok") }
            defer { server.stop() }
            var options = TransportOptions.withoutTimeouts
            options.certificateAuthorityFile = certificates.authorityFile
            let transport = CurlTransport(options: options)
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            _ = try transport.send(request, body: nil).toArray().wait(timeout: .seconds(30))
            let assigned = entries(64, of: transport.loops, for: try CurlRequest(request, body: nil))
            #expect(loopCount(assigned) == min(ProcessInfo.processInfo.activeProcessorCount, 4))
        }

        @Test func connectionLimitsUseOneLoop() throws {
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.maximumConnections = 9 }, { $0.maximumConnectionsPerHost = 9 },
            ]
            for change in changes {
                var options = TransportOptions()
                change(&options)
                #expect(loopCount(entries(64, of: CurlLoops(options: options), for: try request())) == 1)
            }
        }

        /// Each exchange is counted until it ends, regardless of how it ends.
        @Test func endedExchangesReleaseTheirLoop() throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                switch request.path {
                case "/wait": .steps([.wait(for: gate), .bytes("ok"), .finish()])
                case "/reset": .steps([.reset])
                default: .stall
                }
            }
            defer { server.stop() }
            let transport = CurlTransport()
            let authority = String(server.baseURL.dropFirst("http://".count))
            let subscriptions = (0..<48).map { number in
                let path = ["/wait", "/reset", "/stall"][number % 3]
                let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
                return transport.send(request, body: nil).subscribe(onError: { _ in })
            }
            try server.waitForRequests(48, timeout: .seconds(60))
            let busy = transport.loops.all.filter { $0.count.load(ordering: .relaxed) > 0 }
            try #require(busy.count == min(ProcessInfo.processInfo.activeProcessorCount, 4))
            gate.open()
            for number in stride(from: 2, to: 48, by: 3) { subscriptions[number].dispose() }
            while transport.loops.all.contains(where: { $0.count.load(ordering: .relaxed) > 0 }) { sched_yield() }
            #expect(transport.loops.all.allSatisfy { $0.count.load(ordering: .relaxed) == 0 })
        }
    }
#endif

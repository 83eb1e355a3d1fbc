#if os(Linux)
    import Foundation
    import Rill
    import RillHTTPTesting
    import Synchronization
    import Testing

    @testable import RillHTTP

    /// How the exchanges of a transport are shared out among its loops.
    @Suite(.timeLimit(.minutes(2))) struct CurlLoopsTests {
        private func request(scheme: String = "http") throws -> CurlRequest {
            let request = HTTPRequest(method: .get, scheme: scheme, authority: "127.0.0.1:1", path: "/")
            return try CurlRequest(request, body: nil)
        }

        /// The loops that so many exchanges get.
        private func places(_ count: Int, of loops: CurlLoops, for request: CurlRequest) -> [CurlLoops.Place] {
            (0..<count).map { _ in loops.enter(for: request) }
        }

        private func loopCount(_ places: [CurlLoops.Place]) -> Int {
            Set(places.map { ObjectIdentifier($0) }).count
        }

        @Test func aFewShareOne() throws {
            #expect(loopCount(places(8, of: CurlLoops(options: TransportOptions()), for: try request())) == 1)
        }

        @Test func manyAreSharedOut() throws {
            let loops = CurlLoops(options: TransportOptions())
            let places = places(64, of: loops, for: try request())
            let expected = min(ProcessInfo.processInfo.activeProcessorCount, 4)
            #expect(loopCount(places) == expected)
            let shares = Dictionary(grouping: places) { ObjectIdentifier($0) }.values.map(\.count)
            #expect(shares.allSatisfy { $0 == 64 / expected })
        }

        @Test func whoLeavesMakesRoom() throws {
            let loops = CurlLoops(options: TransportOptions())
            let first = places(8, of: loops, for: try request())
            first[0].leave()
            #expect(loops.enter(for: try request()) === first[0])
        }

        @Test func whatMayBeHTTP2SharesOne() throws {
            let loops = CurlLoops(options: TransportOptions())
            #expect(loopCount(places(64, of: loops, for: try request(scheme: "https"))) == 1)
            var options = TransportOptions()
            options.httpVersion = .http2
            #expect(loopCount(places(64, of: CurlLoops(options: options), for: try request())) == 1)
        }

        @Test func whatIsCountedOrKeptStaysTogether() throws {
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.maximumConnections = 9 }, { $0.maximumConnectionsPerHost = 9 }, { $0.keepsCookies = true },
            ]
            for change in changes {
                var options = TransportOptions()
                change(&options)
                #expect(loopCount(places(64, of: CurlLoops(options: options), for: try request())) == 1)
            }
        }

        /// Every exchange leaves its loop, however it ends: afterwards there is room on the first one again.
        @Test func leavesHoweverItEnds() throws {
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
            let busy = transport.loops.places.filter { $0.count.load(ordering: .relaxed) > 0 }
            try #require(busy.count == min(ProcessInfo.processInfo.activeProcessorCount, 4))
            gate.open()
            for number in stride(from: 2, to: 48, by: 3) { subscriptions[number].dispose() }
            while transport.loops.places.contains(where: { $0.count.load(ordering: .relaxed) > 0 }) { sched_yield() }
            #expect(transport.loops.places.allSatisfy { $0.count.load(ordering: .relaxed) == 0 })
        }
    }
#endif

#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Tests Server-Sent Events from a loopback server.
    @Suite struct ServerSentEventsLoopbackTests {
        private let limit = Duration.seconds(60)
        private let fields: HTTPFields = [.contentType: "text/event-stream"]

        private var policy: ReconnectionPolicy {
            ReconnectionPolicy(backoff: .constant(.milliseconds(20)), jitter: .none)
        }

        private func events(_ server: LoopbackServer) -> Observable<ServerSentEvent> {
            Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
                .serverSentEvents(Anything<Int>(path: "/events"), reconnection: policy)
        }

        @Test func reconnectsAfterServerRestart() throws {
            let server = try LoopbackServer { [fields] _ in
                .steps([.head(), .bytes("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: c"), .stall], fields: fields)
            }
            defer { server.stop() }
            let received = Log<ServerSentEvent>()
            let (two, four) = (LoopbackServer.Gate(), LoopbackServer.Gate())
            let subscription = events(server).subscribe { event in
                guard case .next(let element) = event else {
                    Issue.record("unexpected end of the stream: \(event)")
                    return
                }
                received.append(element)
                if received.entries.count == 2 { two.open() }
                if received.entries.count == 4 { four.open() }
            }
            defer { subscription.dispose() }
            #expect(two.wait(timeout: limit))
            server.stop()
            var options = LoopbackServer.Options()
            options.port = server.port
            let restarted = try LoopbackServer(options: options) { [fields] request in
                let id = request.fields[values: .lastEventID].joined(separator: "|")
                return .steps([.head(), .bytes("data: from \(id)\n\nid: 4\ndata: d\n\n"), .stall], fields: fields)
            }
            defer { restarted.stop() }
            #expect(four.wait(timeout: limit))
            #expect(
                received.entries == [
                    ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b", id: "2"),
                    ServerSentEvent(data: "from 2", id: "2"), ServerSentEvent(data: "d", id: "4"),
                ])
            #expect(restarted.requests.first?.fields[.accept] == "text/event-stream")
            #expect(restarted.requests.first?.fields[.cacheControl] == "no-cache")
            subscription.dispose()
            try restarted.waitForEnd(ofConnection: 1, timeout: limit)
        }

        @Test(arguments: ["close", "reset", "finish"])
        func reconnectsAfterAnyEnd(kind: String) throws {
            let end: LoopbackServer.Step = kind == "close" ? .close : kind == "reset" ? .reset : .finish()
            let number = Log<Int>()
            let server = try LoopbackServer { [fields] request in
                number.append(0)
                let count = number.entries.count
                guard count <= 5 else { return .status(.noContent) }
                let text = "retry: 1\r\nid: 日本\(count)\r\ndata: \(count)\r\n\r\n"
                return .steps([.head(), .dribble(Array(text.utf8), chunkSize: 3), end], fields: fields)
            }
            defer { server.stop() }
            let found = try events(server).toArray().wait(timeout: limit)
            let numbers = found.compactMap { Int($0.data) }
            #expect(numbers == numbers.sorted() && Set(numbers).isSubset(of: 1...5))
            #expect(server.requests.count == 6)
            for (request, before) in zip(server.requests.dropFirst(), 1...) where numbers.contains(before) {
                #expect(request.fields[.lastEventID] == "日本\(before)")
            }
            // A reset discards data that has not been received yet.
            if kind != "reset" { #expect(numbers == [1, 2, 3, 4, 5]) }
        }

        @Test func disposalOfEventStreamClosesConnection() throws {
            let server = try LoopbackServer { [fields] _ in
                .steps([.head(), .bytes(": hello\n\ndata: a\n\n"), .stall], fields: fields)
            }
            defer { server.stop() }
            #expect(try events(server).take(1).toArray().wait(timeout: limit) == [ServerSentEvent(data: "a")])
            #expect(try server.waitForEnd(ofConnection: 1, timeout: limit).end != nil)
            #expect(server.requests.count == 1)
        }
    }
#endif

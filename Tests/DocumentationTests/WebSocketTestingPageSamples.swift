import RillHTTPTesting
import RillSwiftTesting
import RillWebSocket
import Testing

// The samples on the page "Testing connections". `DocumentationTests` compares it with the page line by line.

struct PriceFeed: Sendable {
    let client: Client

    func prices(of symbol: String) -> Observable<Int> {
        client.webSocket("/prices").flatMap { socket in
            socket.sending("subscribe \(symbol)").flatMap { socket.messages(of: Int.self) }
        }
    }
}

@Suite struct PriceFeedTests {
    let kit = TestKit()

    @Test func pricesFollowTheSubscription() {
        let server = WebSocketStub(scheduler: kit.scheduler) { [kit] socket in
            socket.messages.take(1).flatMap { message in
                message == "subscribe AAPL"
                    ? kit.cold("--a--b|", values: ["a": "101", "b": "99"]).concatMap { socket.sending($0) } : .empty()
            }
        }
        let client = Client(baseURL: "https://prices.example", transport: server, scheduler: kit.scheduler)
        expectMarbles(
            kit.record { PriceFeed(client: client).prices(of: "AAPL") }, "--a--b|", values: ["a": 101, "b": 99])
    }

    @Test func feedFailsIfTheServerRestarts() throws {
        let server = WebSocketStub(scheduler: kit.scheduler) { socket in
            socket.messages.do(onNext: { _ in try socket.close(.goingAway) })
        }
        let client = Client(baseURL: "https://prices.example", transport: server, scheduler: kit.scheduler)
        let recording = kit.record { PriceFeed(client: client).prices(of: "AAPL") }
        let error = try #require(recording.error)
        #expect(error.underlying(as: WebSocketError.self)?.code == .goingAway)
    }
}

@Suite struct PriceFeedSocketTests {
    @Test func pricesArriveInOrder() async throws {
        let server = try LoopbackServer { request in
            .webSocket(request) { socket in
                socket.messages.take(1).flatMap { _ in
                    Observable.from(["101", "99", "104"]).concatMap { socket.sending(.text($0)) }
                }
            }
        }
        defer { server.stop() }
        var prices: [Int] = []
        for try await price in PriceFeed(client: Client(baseURL: server.baseURL)).prices(of: "AAPL").values {
            prices.append(price)
        }
        #expect(prices == [101, 99, 104])
    }
}

@Suite struct PriceFeedFaultTests {
    static let faults: [([UInt8], WebSocketCloseCode)] = [
        ([0x81, 0x81, 0, 0, 0, 0, 0x31], .protocolError),  // a mask, which only clients use
        ([0xC1, 0x01, 0x31], .protocolError),  // a reserved bit
        ([0x81, 0x01, 0xFF], .invalidPayload),  // a text that is not UTF-8
    ]

    @Test(arguments: faults) func feedFails(fault: [UInt8], code: WebSocketCloseCode) async throws {
        let server = try LoopbackServer { request in
            let fields = try WebSocketUpgrade(request.fields).responseFields
            // The client sends a message, and then its close frame.
            let step = LoopbackServer.Step.duplex { Observable.zip($0, Observable.of(fault, [])).map { $1 } }
            return .steps([.head(.unframed), step, .close], status: 101, fields: fields)
        }
        defer { server.stop() }
        let feed = PriceFeed(client: Client(baseURL: server.baseURL)).prices(of: "AAPL")
        let error = try await #require(throws: APIError.self) { try await feed.firstValue() }
        #expect(error.underlying(as: WebSocketError.self)?.code == code)
    }
}

import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct ResponseMarblesTests {
    let kit = TestKit()

    /// Creates a transport that sends the same response to every request.
    private func transport(_ response: StubTransport.Response) -> StubTransport {
        StubTransport(scheduler: kit.scheduler) { _ in response }
    }

    @Test func documentedExampleWorks() {
        let kit = TestKit()
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.path == "/numbers" ? .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"]) : .status(.notFound)
        }
        let client = Client(baseURL: "https://h.example", transport: transport)
        expectMarbles(kit.record { client.send(Numbers()) }, "-------(n|)", values: ["n": [1, 2]])
        let result = kit.record { client.send(Search(text: "x")) }
        #expect((result.error as? APIError)?.status == .notFound)
    }

    @Test func supportsTheDocumentedDiagrams() throws {
        let responses: [StubTransport.Response] = [
            .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"]),
            .marbles("--(hab|)"),
            .marbles("-h-a-#"),
            .marbles("---!"),
        ]
        let transport = StubTransport(scheduler: kit.scheduler) { responses[$0.number] }
        let results = responses.indices.map { kit.observe(disposedAt: $0 == 3 ? 3 : nil) { transport.drawn() } }
        try kit.scheduler.run()
        let values = ["h": "200", "a": "a", "b": "b"] as [Character: String]
        expectMarbles(results[0].recording, "--h-a-b|", values: ["h": "200", "a": "[1,", "b": "2]"])
        expectMarbles(results[1].recording, "--(hab|)", values: values)
        expectMarbles(results[2].recording, "-h-a-#", values: values, error: TransportError(.closedEarly))
        expectMarbles(results[3].recording, "-")
        #expect(transport.exchangeDifference(from: "^-h-a-b|", "^-(hab|)", "^h-a-#", "^--!") == nil)
        #expect(transport.cancellationDifference() == nil)
    }

    @Test func sendsTextAndBytesFromTheDictionary() throws {
        let response = StubTransport.Response.marbles("hab|", chunks: ["a": "é", "b": [0xFF, 0x00], "c": "not used"])
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
        let result = kit.record { transport(response).send(request, body: nil) }
        #expect(
            result.difference(
                from: "hab|",
                values: [
                    "h": .head(HTTPResponse(status: .ok)), "a": .chunk([0xC3, 0xA9]), "b": .chunk([0xFF, 0x00]),
                ]) == nil)
    }

    @Test func sendsStatusAndHeaderFields() {
        let response = StubTransport.Response.marbles("h|", status: .created, fields: [.eTag: "\"1\""])
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
        let result = kit.record { transport(response).send(request, body: nil) }
        #expect(result.values == [.head(HTTPResponse(status: .created, headerFields: [.eTag: "\"1\""]))])
    }

    @Test func failsWithTheDefaultOrGivenError() {
        expectMarbles(kit.record { transport(.marbles("-#")).drawn() }, "-#", error: TransportError(.closedEarly))
        let error = TransportError(.tls, "no")
        expectMarbles(
            kit.record { transport(.marbles("(h#)", error: error)).drawn() }, "-(h#)", values: ["h": "200"],
            error: error)
    }

    @Test func ignoresSpaces() {
        expectMarbles(
            kit.record { transport(.marbles(" - h (a |)")).drawn() }, "-h(a|)", values: ["h": "200", "a": "a"])
    }

    @Test func neverCompletesWithoutTerminalEvent() {
        let transport = transport(.marbles("-h---"))
        expectMarbles(kit.record { transport.drawn() }, "-h", values: ["h": "200"])
        kit.scheduler.advance(toTick: 50)
        #expect(transport.requests.map(\.state) == [.running])
    }

    @Test func sendsNothingAfterTheCancellationTick() {
        let transport = transport(.marbles("-h-!"))
        expectMarbles(kit.record { transport.drawn() }, "-h", values: ["h": "200"])
        kit.scheduler.advance(toTick: 50)
        #expect(transport.requests.map(\.state) == [.running])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func countsTicksFromTheRequest() {
        let transport = transport(.marbles("-h|"))
        expectMarbles(kit.record(subscribedAt: 3) { transport.drawn() }, "----h|", values: ["h": "200"])
        #expect(transport.requests.map(\.sent) == [3])
        #expect(transport.requests.map(\.finished) == [5])
    }

    @Test func usesTheTickLengthOfTheScheduler() {
        let kit = TestKit(tick: .milliseconds(20))
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-h---|") }
        expectMarbles(kit.record { transport.drawn() }, "-h---|", values: ["h": "200"])
        #expect(kit.scheduler.now == .milliseconds(100))
    }

    @Test func preservesTheOffsetOfRequestsBetweenTicks() {
        kit.scheduler.advance(by: .milliseconds(2_500))
        let transport = transport(.marbles("-h|"))
        _ = kit.record { transport.drawn() }
        #expect(transport.requests.map(\.sent) == [TestTime(tick: 2, offset: .milliseconds(500))])
        #expect(transport.requests.map(\.finished) == [TestTime(tick: 4, offset: .milliseconds(500))])
    }

    @Test func supportsConcurrentRequests() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            switch request.path {
            case "/1": .marbles("---h|")
            case "/2": .marbles("h-a|")
            default: .marbles("-#")
            }
        }
        let results = ["/1", "/2", "/3"].map { path in kit.observe { transport.drawn(path) } }
        try kit.scheduler.run()
        expectMarbles(results[0].recording, "---h|", values: ["h": "200"])
        expectMarbles(results[1].recording, "h-a|", values: ["h": "200", "a": "a"])
        expectMarbles(results[2].recording, "-#", error: TransportError(.closedEarly))
        #expect(transport.exchangeDifference(from: "^--h|", "(^h)-a|", "^#") == nil)
    }

    @Test func disposalStopsDeliveryWithinGroup() {
        let transport = transport(.marbles("-(hab|)"))
        expectMarbles(kit.record { transport.drawn().take(2) }, "-(ha|)", values: ["h": "200", "a": "a"])
        #expect(transport.requests.map(\.state) == [.cancelled])
        #expect(transport.exchangeDifference(from: "^(ha!)") == nil)
    }

    @Test(arguments: [("-h|", nil, false), ("-#", nil, false), ("-h-!", 3, false), ("-h--", nil, true)])
    func retainsTheSubscriberUntilTheExchangeEnds(diagram: String, disposedAt tick: Int?, isRetained: Bool) {
        let transport = transport(.marbles(diagram))
        weak var retained: TrackedObject?
        do {
            let object = TrackedObject()
            retained = object
            _ = kit.record(disposedAt: tick) { transport.drawn().do(onNext: { _ in withExtendedLifetime(object) {} }) }
        }
        #expect((retained != nil) == isRetained)
        #expect(transport.requests.map { $0.state == .running } == [isRetained])
    }

    private final class TrackedObject: Sendable {}

    @Test func failsWithoutATestScheduler() throws {
        let transport = StubTransport { _ in .marbles("h|") }
        let result = kit.record { transport.drawn() }
        let text =
            "the response is drawn as a marble diagram: diagrams require a transport that runs on a TestScheduler"
        #expect(result.error as? TransportError == TransportError(.other, text))
        #expect(result.values.isEmpty)
        let request = try #require(transport.requests.first)
        #expect(request.state == .ended)
        #expect(request.sent == nil)
        #expect(request.finished == nil)
    }
}

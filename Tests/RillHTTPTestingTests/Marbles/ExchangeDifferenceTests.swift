import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct ExchangeDifferenceTests {
    let kit = TestKit()

    /// Creates a transport that has received a request for `/tags` at each of ticks 0 and 5.
    ///
    /// The first exchange failed.
    private func transport() throws -> StubTransport {
        let kit = TestKit()
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 0 ? .marbles("-#") : .marbles("--(ha|)")
        }
        _ = kit.observe { transport.drawn("/tags?token=secret") }
        _ = kit.observe(subscribedAt: 5) { transport.drawn("/tags?token=secret") }
        try kit.scheduler.run()
        return transport
    }

    /// Spaces are ignored.
    @Test(arguments: [["^#", "-----^-(ha|)"], ["^ #", "- ----^-( ha|)"]])
    func differenceIsNilWhenTimelinesAreEqual(diagrams: [String]) throws {
        #expect(try transport().exchangeDifference(from: diagrams) == nil)
    }

    @Test func reportsAnEarlyRequest() throws {
        #expect(
            try transport().exchangeDifference(from: "^#", "------^-(ha|)") == """
                exchange 2 (GET /tags) differs at tick 5: expected nothing, got '^'
                expected  ^#
                actual    ^#
                tick      01234567    8
                expected  ------^-    (ha|)
                actual    -----^-(ha|)
                               ^
                """)
    }

    @Test func reportsAMissingEvent() throws {
        #expect(
            try transport().exchangeDifference(from: "^-#", "-----^-(ha|)") == """
                exchange 1 (GET /tags) differs at tick 1: expected nothing, got '#'
                expected  ^-#
                actual    ^#
                           ^
                expected  -----^-(ha|)
                actual    -----^-(ha|)
                """)
    }

    @Test func reportsMissingTerminalEvent() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-h-") }
        _ = kit.record { transport.drawn() }
        let message = exchangeMessage("/a", tick: 4, "expected '!', got nothing", "^h--!", "^h---")
        #expect(transport.exchangeDifference(from: "^h--!") == message)
    }

    @Test func reportsAMissingRequest() throws {
        #expect(
            try transport().exchangeDifference(from: "^#", "-----^-(ha|)", "---------(^#)") == """
                exchange 3 differs at tick 9: expected '(^#)', got nothing
                expected  ^#
                actual    ^#
                expected  -----^-(ha|)
                actual    -----^-(ha|)
                expected  ---------(^#)
                actual    (none)
                """)
    }

    @Test func reportsAnUnexpectedRequest() throws {
        #expect(
            try transport().exchangeDifference(from: "^#") == """
                exchange 2 (GET /tags) differs at tick 5: expected nothing, got '^'
                expected  ^#
                actual    ^#
                expected  (none)
                actual    -----^-(ha|)
                """)
        #expect(
            StubTransport(scheduler: kit.scheduler) { _ in .never }.exchangeDifference(from: []) == nil)
    }

    @Test func drawsResponsesCreatedWithoutDiagrams() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            switch request.number {
            case 0:
                .respond(after: .seconds(1), chunks: ["x", "🌊", .init("long", after: .seconds(2)), "h", "-", [0xFF]])
            case 1: .json("[]", after: .seconds(3))
            case 2: .fail(TransportError(.tls))
            case 3: .respond(after: .seconds(2), chunks: [.init("x", after: .seconds(-1))])
            default: .never
            }
        }
        let observers = (0..<5).map { _ in kit.observe(disposedAt: 6) { transport.drawn() } }
        try kit.scheduler.run()
        #expect(observers.count == 5)
        #expect(
            transport.exchangeDifference(from: "^(hx🌊)-(****|)", "^--(h*|)", "(^#)", "^-(hx|)", "^-----!") == nil)
    }

    @Test func listsEventsBetweenTicksAsText() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .respond(after: .milliseconds(1_500)) }
        _ = kit.record { transport.drawn() }
        #expect(
            transport.exchangeDifference(from: "^h|") == """
                exchange 1 (GET /a) differs at tick 1: expected 'h', got nothing
                expected  ^h|
                actual    ^ at tick 0, h at tick 1 + 0.5 seconds, | at tick 1 + 0.5 seconds
                """)
    }

    @Test func listsNearbyEventsOfLongTimelinesAsText() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(chunks: (0..<200).map { _ in .init("a", after: .seconds(1)) })
        }
        _ = kit.record { transport.drawn() }
        #expect(
            transport.exchangeDifference(from: "(^h)aaaaaaaab") == """
                exchange 1 (GET /a) differs at tick 9: expected 'b', got 'a'
                expected  (^h)aaaaaaaab
                actual    (5 before), a at tick 4, a at tick 5, a at tick 6, a at tick 7, a at tick 8, a at tick 9, \
                a at tick 10, a at tick 11, a at tick 12, a at tick 13, a at tick 14, (187 after)
                """)
    }

    @Test(arguments: [
        (["^#", "--h-|"], 3, "'h' before the request '^'"),
        (["--"], 1, "missing request '^': if no exchange is expected, omit the diagram"),
        (["^-^#"], 3, "a second '^': a diagram describes only one exchange"),
        (["^|-"], 3, "'-' comes after '|', which ends the diagram"),
        (["^#!"], 3, "'!' comes after '#', which ends the diagram"),
        (["^!h"], 3, "'h' comes after '!', which ends the diagram"),
    ])
    func rejectsInvalidDiagrams(diagrams: [String], column: Int, reason: String) throws {
        let message = try invalidDiagram(#require(diagrams.last), column: column, reason)
        #expect(try transport().exchangeDifference(from: diagrams) == message)
    }

    @Test func reportsAMissingTestScheduler() {
        #expect(
            StubTransport { _ in .never }.exchangeDifference(from: "^")
                == "cannot compare exchanges: the transport does not run on a TestScheduler")
    }

    @Test func showsFirstAndLastOfManyExchanges() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-#") }
        for _ in 0..<12 { _ = kit.observe { transport.drawn() } }
        try kit.scheduler.run()
        var expected = Array(repeating: "^#", count: 12)
        expected[5] = "^-#"
        let same = """
            expected  ^#
            actual    ^#
            """
        #expect(
            transport.exchangeDifference(from: expected) == """
                exchange 6 (GET /a) differs at tick 1: expected nothing, got '#'
                \(same)
                \(same)
                \(same)
                \(same)
                \(same)
                expected  ^-#
                actual    ^#
                           ^
                \(same)
                (2 more exchanges)
                \(same)
                \(same)
                \(same)
                """)
    }

    @Test func expectExchangesFailsAtTheCallingLine() throws {
        let stub = try transport()
        expectExchanges(stub, "^#", "-----^-(ha|)")
        let line = #line + 2
        withKnownIssue {
            expectExchanges(stub, "^#", "-----^-(hb|)")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.map(\.rawValue) == [
                    """
                    exchange 2 (GET /tags) differs at tick 7: expected '(hb|)', got '(ha|)'
                    expected  ^#
                    actual    ^#
                    expected  -----^-(hb|)
                    actual    -----^-(ha|)
                                     ^
                    """
                ]
        }
    }

    @Test func legendStartsWithFailureReason() {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/a")
        let error = APIError(
            stage: .status, request: request, response: HTTPResponse(status: .tooManyRequests), attempts: 2,
            reason: "too fast")
        #expect(
            Recording<Int>(events: [Recorded(at: 1, .error(error))]).description == """
                -#
                # = too fast (GET https://h/a failed with status 429 Too Many Requests); Attempts: 2
                """)
    }
}

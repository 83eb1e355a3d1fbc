import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct StubTransportScriptTests {
    let kit = TestKit()

    private func makeScript() -> StubTransport {
        StubTransport(responses: [
            "GET /tags": .status(.unauthorized),
            "POST /token": .json(#"{"token": "new"}"#),
            "GET /tags": .json("[]"),
        ])
    }

    /// Sends a request and returns the status code and the body, or the error message.
    private func send(_ transport: StubTransport, _ method: HTTPRequest.Method, _ path: String) -> [String] {
        let recording = kit.record { transport.drawn(path, method: method) }
        return recording.values + (recording.error.map { ["\($0)"] } ?? [])
    }

    @Test func respondsInOrder() {
        let transport = makeScript()
        let requests: [(HTTPRequest.Method, String)] = [
            (.get, "/tags?page=1"), (.post, "/token"), (.get, "/tags?page=2"),
        ]
        let responses = requests.map { send(transport, $0, $1) }
        #expect(responses == [["401"], ["200", #"{"token": "new"}"#], ["200", "[]"]])
        #expect(transport.scriptDifference() == nil)
    }

    @Test func negativeDelayOfChunkDoesNotMoveLaterChunks() {
        let chunks: [StubTransport.Response.Chunk] = [
            .init("a", after: .seconds(1)), .init("b", after: .seconds(-5)), .init("c", after: .seconds(2)),
        ]
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .respond(chunks: chunks) }
        let times = kit.record { transport.drawn("/", method: .get) }.events.map(\.time)
        #expect(times == [0, 1, 1, 3, 3])
    }

    @Test func failsAnUnexpectedRequest() {
        let transport = makeScript()
        let text = "unexpected request 2 (GET /users): the script expects POST /token (response 2 of 3)"
        let requests: [(HTTPRequest.Method, String)] = [
            (.get, "/tags"), (.get, "/users?token=secret"), (.post, "/token"), (.get, "/tags"),
        ]
        let responses = requests.map { send(transport, $0, $1) }
        // The unexpected request does not consume the response.
        let expected = [["401"], ["the transport failed: \(text)"], ["200", #"{"token": "new"}"#], ["200", "[]"]]
        #expect(responses == expected)
        #expect(transport.scriptDifference() == text)
    }

    @Test func distinguishesMethods() {
        let transport = StubTransport(responses: ["GET /tags": .status(.ok)])
        let text = "unexpected request 1 (DELETE /tags): the script expects GET /tags (response 1 of 1)"
        #expect(send(transport, .delete, "/tags") == ["the transport failed: \(text)"])
    }

    @Test func keyWithQueryMatchesTheQueryItems() {
        let transport = StubTransport(responses: [
            "GET /tags?page=1&q=a%20b": .text("1"), "GET /tags?": .text("2"), "GET /tags": .text("3"),
        ])
        let responses = ["/tags?q=a+b&page=1", "/tags", "/tags?page=9"].map { send(transport, .get, $0) }
        #expect(responses == [["200", "1"], ["200", "2"], ["200", "3"]])
        #expect(transport.scriptDifference() == nil)
    }

    @Test func failureNamesTheDifferentQueryItems() {
        let transport = StubTransport(responses: ["GET /tags?page=2&sort=name&key=a": .status(.ok)])
        let text = """
            unexpected request 1 (GET /tags): the script expects GET /tags?page=2&sort=name&key=a (response 1 of 1), which \
            differs: query item page: expected "2", got "1"; query item sort: expected "name", got nothing; query item \
            token: expected nothing, got "<redacted>"
            """
        #expect(send(transport, .get, "/tags?page=1&token=s3cr3t&key=a") == ["the transport failed: \(text)"])
        #expect(transport.scriptDifference()?.hasPrefix("\(text)\nno request was sent for GET /tags?page=2") == true)
        let strict = StubTransport(responses: ["GET /tags?": .status(.ok)])
        #expect(
            send(strict, .get, "/tags?page=1") == [
                """
                the transport failed: unexpected request 1 (GET /tags): the script expects GET /tags? (response 1 of 1), \
                which differs: query item page: expected nothing, got "1"
                """
            ])
    }

    @Test func failsARequestAfterTheLastResponse() {
        let transport = StubTransport(responses: ["GET /tags": .status(.ok)])
        let text = "unexpected request 2 (GET /tags): the script has no more responses (used 1 of 1)"
        let responses = (0..<2).map { _ in send(transport, .get, "/tags") }
        #expect(responses == [["200"], ["the transport failed: \(text)"]])
        #expect(transport.scriptDifference() == text)
    }

    @Test func failsEveryRequestOfAnEmptyScript() {
        let transport = StubTransport(responses: [:])
        #expect(transport.scriptDifference() == nil)
        let text = "unexpected request 1 (GET /a): the script has no more responses (used 0 of 0)"
        #expect(send(transport, .get, "/a") == ["the transport failed: \(text)"])
    }

    @Test func reportsUnusedResponses() {
        let transport = makeScript()
        #expect(
            transport.scriptDifference()
                == "no request was sent for GET /tags, POST /token, GET /tags (responses 1 to 3 of 3 are unused)")
        _ = send(transport, .get, "/tags")
        _ = send(transport, .post, "/token")
        #expect(transport.scriptDifference() == "no request was sent for GET /tags (response 3 of 3 is unused)")
    }

    @Test func reportsAllDifferences() {
        let transport = makeScript()
        _ = send(transport, .get, "/tags")
        _ = send(transport, .get, "/users")
        #expect(
            transport.scriptDifference() == """
                unexpected request 2 (GET /users): the script expects POST /token (response 2 of 3)
                no request was sent for POST /token, GET /tags (responses 2 to 3 of 3 are unused)
                """)
    }

    @Test func failsOnTheSchedulerTimeline() {
        let transport = StubTransport(scheduler: kit.scheduler, responses: ["GET /a": .marbles("--h|")])
        let results = (0..<2).map { _ in kit.observe { transport.drawn() } }
        kit.scheduler.advance(toTick: 9)
        expectMarbles(results[0].recording, "--h|", values: ["h": "200"])
        #expect(results[1].recording.hasEnded)
        #expect(transport.exchangeDifference(from: "^-h|", "(^#)") == nil)
    }

    @Test func reportsAMissingScript() {
        let transport = StubTransport { _ in .never }
        #expect(transport.scriptDifference() == "the transport has no script: it was created with a handler")
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func keyWithoutMethodTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = StubTransport(responses: ["/tags?page=1": .status(.ok)])
            }
            expectTrap(
                result,
                """
                StubTransport: invalid script key '/tags?page=1'. Use a method and a path, for example 'GET /tags' or \
                'GET /tags?page=2'
                """)
        }
    #endif

    // Exit tests can capture values only in Swift 6.3 and later.
    #if compiler(>=6.3) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test(arguments: ["/tags", " /tags", "GET ", "GET ?a=b", "GET /tags now", ""])
        func invalidKeyTraps(name: String) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
                _ = StubTransport(responses: [name: .status(.ok)])
            }
            expectTrap(
                result,
                "StubTransport: invalid script key '\(name)'. Use a method and a path, for example 'GET /tags' or "
                    + "'GET /tags?page=2'")
        }
    #endif

    @Test func showsFirstAndLastOfManyUnexpectedRequests() {
        let transport = StubTransport(responses: [:])
        for _ in 0..<10 { _ = send(transport, .get, "/a") }
        func line(_ number: Int) -> String {
            "unexpected request \(number) (GET /a): the script has no more responses (used 0 of 0)"
        }
        let expected = (1...3).map(line) + ["(4 more unexpected requests)"] + (8...10).map(line)
        #expect(transport.scriptDifference() == expected.joined(separator: "\n"))
    }

    @Test func showsFirstAndLastOfManyUnusedResponses() {
        let transport = StubTransport(responses: [
            "GET /1": .status(.ok), "GET /2": .status(.ok), "GET /3": .status(.ok), "GET /4": .status(.ok),
            "GET /5": .status(.ok), "GET /6": .status(.ok), "GET /7": .status(.ok), "GET /8": .status(.ok),
        ])
        #expect(
            transport.scriptDifference() == """
                no request was sent for GET /1, GET /2, GET /3, (2 more requests), GET /6, GET /7, GET /8 \
                (responses 1 to 8 of 8 are unused)
                """)
    }
}

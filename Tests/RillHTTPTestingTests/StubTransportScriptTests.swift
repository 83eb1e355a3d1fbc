import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct StubTransportScriptTests {
    let kit = TestKit()

    private func makeScript() -> StubTransport {
        StubTransport(answers: [
            "GET /tags": .status(.unauthorized),
            "POST /token": .json(#"{"token": "new"}"#),
            "GET /tags": .json("[]"),
        ])
    }

    /// What a request brings: the status and the body, or the text of the error.
    private func ask(_ transport: StubTransport, _ method: HTTPRequest.Method, _ path: String) -> [String] {
        let recording = kit.record { transport.drawn(path, method: method) }
        return recording.values + (recording.error.map { ["\($0)"] } ?? [])
    }

    @Test func answersInOrder() {
        let transport = makeScript()
        #expect(ask(transport, .get, "/tags?page=1") == ["401"])
        #expect(ask(transport, .post, "/token") == ["200", #"{"token": "new"}"#])
        #expect(ask(transport, .get, "/tags?page=2") == ["200", "[]"])
        #expect(transport.scriptDifference() == nil)
    }

    @Test func failsARequestThatIsNotTheNext() {
        let transport = makeScript()
        let text = "request 2 is GET /users, and the script expects POST /token (answer 2 of 3)"
        #expect(ask(transport, .get, "/tags") == ["401"])
        #expect(ask(transport, .get, "/users?token=secret") == ["the transport failed: \(text)"])
        // The answer stays for the next request.
        #expect(ask(transport, .post, "/token") == ["200", #"{"token": "new"}"#])
        #expect(ask(transport, .get, "/tags") == ["200", "[]"])
        #expect(transport.scriptDifference() == text)
    }

    @Test func tellsMethodsApart() {
        let transport = StubTransport(answers: ["GET /tags": .status(.ok)])
        let text = "request 1 is DELETE /tags, and the script expects GET /tags (answer 1 of 1)"
        #expect(ask(transport, .delete, "/tags") == ["the transport failed: \(text)"])
    }

    @Test func failsARequestAfterTheEnd() {
        let transport = StubTransport(answers: ["GET /tags": .status(.ok)])
        let text = "request 2 is GET /tags, and the script is at its end (1 of 1 answers are used)"
        #expect(ask(transport, .get, "/tags") == ["200"])
        #expect(ask(transport, .get, "/tags") == ["the transport failed: \(text)"])
        #expect(transport.scriptDifference() == text)
    }

    @Test func failsAnyRequestWithoutAnswers() {
        let transport = StubTransport(answers: [:])
        #expect(transport.scriptDifference() == nil)
        let text = "request 1 is GET /a, and the script is at its end (0 of 0 answers are used)"
        #expect(ask(transport, .get, "/a") == ["the transport failed: \(text)"])
    }

    @Test func namesTheAnswersThatNobodyHasAskedFor() {
        let transport = makeScript()
        #expect(
            transport.scriptDifference()
                == "nobody has asked for GET /tags, POST /token, GET /tags (answers 1 to 3 of 3)")
        _ = ask(transport, .get, "/tags")
        _ = ask(transport, .post, "/token")
        #expect(transport.scriptDifference() == "nobody has asked for GET /tags (answer 3 of 3)")
    }

    @Test func listsAllThatIsWrong() {
        let transport = makeScript()
        _ = ask(transport, .get, "/tags")
        _ = ask(transport, .get, "/users")
        #expect(
            transport.scriptDifference() == """
                request 2 is GET /users, and the script expects POST /token (answer 2 of 3)
                nobody has asked for POST /token, GET /tags (answers 2 to 3 of 3)
                """)
    }

    @Test func failsOnTheTimelineOfItsScheduler() {
        let transport = StubTransport(scheduler: kit.scheduler, answers: ["GET /a": .marbles("--h|")])
        let results = (0..<2).map { _ in kit.observe { transport.drawn() } }
        kit.scheduler.advance(toTick: 9)
        expectMarbles(results[0].recording, "--h|", values: ["h": "200"])
        #expect(results[1].recording.hasEnded)
        #expect(transport.exchangeDifference(from: "^-h|", "(^#)") == nil)
    }

    @Test func saysThatAHandlerIsNoScript() {
        let transport = StubTransport { _ in .never }
        #expect(transport.scriptDifference() == "the transport has no script: it was made with a handler")
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func trapsWhenANameHasAQuery() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = StubTransport(answers: ["GET /tags?page=1": .status(.ok)])
            }
            expectTrap(
                result,
                """
                StubTransport: 'GET /tags?page=1' names no request: write its method and its path, without the query, \
                as in 'GET /tags'
                """)
        }
    #endif

    // A closure that runs in another process takes values along from this compiler on.
    #if compiler(>=6.3) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test(arguments: ["/tags", " /tags", "GET ", "GET /tags now", ""])
        func trapsWhenANameIsNotAMethodAndAPath(name: String) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
                _ = StubTransport(answers: [name: .status(.ok)])
            }
            expectTrap(
                result,
                "StubTransport: '\(name)' names no request: write its method and its path, without the query, as in "
                    + "'GET /tags'")
        }
    #endif
}

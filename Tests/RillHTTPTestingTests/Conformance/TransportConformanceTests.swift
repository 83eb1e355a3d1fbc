import Rill
import RillHTTP
import Testing

@testable import RillHTTPTesting

/// The suite itself: what it offers, and what it says.
@Suite struct TransportConformanceTests {
    @Test func everyCaseHasANameOfItsOwn() {
        let names = TransportConformance.cases.map(\.description)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 200)
        #expect(names.contains("heads/keepsRepeatedFieldsInOrder"))
    }

    @Test(arguments: TransportConformance.Group.allCases)
    func everyGroupHasCases(group: TransportConformance.Group) {
        #expect(TransportConformance.cases.count { $0.group == group } >= 5)
    }

    @Test func leavesOutByName() {
        let name = "heads/keepsTheReasonPhrase"
        let cases = TransportConformance.cases(except: [name: "the system does not tell it"])
        #expect(cases.count == TransportConformance.cases.count - 1)
        #expect(!cases.contains { $0.description == name })
    }

    @Test(arguments: [
        ("heads/keepsNothing", "no reason", "there is no case \"heads/keepsNothing\" to leave out"),
        ("nonsense", "no reason", "there is no case \"nonsense\" to leave out"),
        (
            "heads/keepsTheReasonPhrase", "",
            "the case \"heads/keepsTheReasonPhrase\" is left out without a reason"
        ),
    ])
    func failsWhereALeftOutNameIsAMistake(name: String, reason: String, text: String) async throws {
        let cases = TransportConformance.cases(except: [name: reason])
        let first = try #require(cases.first)
        let failure = try await failure(of: first) { _ in StubTransport { _ in .text("") } }
        #expect(failure?.text == text)
    }

    @Test func saysWhatWasExpectedWhatCameAndWhatTheServerSaw() async throws {
        let failure = try await #require(
            failure(of: "bodies/deliversOneByte") { _ in StubTransport { _ in .text("A") } })
        #expect(
            "\(failure)" == """
                bodies/deliversOneByte: expected the body to be [0], but it is [65]
                    the server saw 0 requests, 0 connections (0 open), 0 bytes of bodies
                """)
    }

    @Test func givesTheTransportWhatItNeeds() async throws {
        let failure = try await failure(of: "bodies/deliversOneByte") { setup in
            #expect(setup.options.proxy == .none)
            #expect(setup.options.validationError == nil)
            return StubTransport { request in try .init(of: setup.handler, to: request) }
        }
        #expect(failure == nil)
    }

    @Test func failsWithATransportThatCannotBeMade() async throws {
        struct Unmade: Error {}
        let failure = try await #require(failure(of: "bodies/deliversOneByte") { _ in throw Unmade() })
        #expect(failure.text == "the case threw Unmade()")
    }

    @Test func skipsWhatThisMachineCannotDo() async throws {
        let testCase = TransportConformance.Case(.tls, "isSkipped", obstacle: "needs a miracle") { _ in
            throw Fault("it ran")
        }
        #expect(testCase.obstacle == "needs a miracle")
        #expect(try await failure(of: testCase) { _ in StubTransport { _ in .text("") } } == nil)
    }

    @Test(arguments: [false, true])
    func stopsItsServers(fails: Bool) async throws {
        let server = Monitor<LoopbackServer?>(nil)
        let testCase = TransportConformance.Case(.heads, "hasAServer") { bench in
            let started = try bench.serve { _ in .text("") }
            server.update { $0 = started }
            try bench.expect(!fails, "nothing")
        }
        let failure = try await failure(of: testCase) { _ in StubTransport { _ in .text("") } }
        #expect((failure != nil) == fails)
        #expect(server.read { $0?.record.read { $0.isStopped } } == true)
    }

    private static let head = TransportEvent.head(HTTPResponse(status: .ok))

    /// Ways to break the grammar of an exchange, and what is said of them.
    private static let broken: [(Observable<TransportEvent>, String)] = [
        (.empty(), "expected a head before the completion"),
        (.from([head, head]), "a second head came"),
        (.from([.chunk([0]), head]), "a chunk came before the head"),
        (.from([head, .chunk([])]), "an empty chunk came"),
        (.error(TransportError(.tls)), "expected an answer, but it failed (tls)"),
        (.error(CannotSimulate()), "expected a TransportError, but the error is CannotSimulate"),
        (.just(head).concat(.never()), "expected an end of the exchange within 0.1 seconds"),
    ]

    @Test(arguments: 0..<7)
    func findsABrokenExchange(number: Int) async throws {
        let (events, text) = Self.broken[number]
        let failure = try await #require(failure(of: "bodies/deliversOneByte") { _ in Fixed(events: events) })
        #expect(failure.text.hasPrefix(text), "\(failure)")
    }

    @Test func findsATransportThatNeverReturns() async throws {
        let release = LoopbackServer.Gate()
        defer { release.open() }
        let failure = try await #require(
            failure(of: "bodies/deliversOneByte") { _ in
                Fixed(
                    events: .deferred {
                        _ = release.wait(timeout: .seconds(30))
                        return .empty()
                    })
            })
        #expect(failure.text == "the case did not end within 0.8 seconds: a call into the transport hangs")
    }

    @Test func findsErrorsThatComeAfterDisposal() async throws {
        let failure = try await #require(
            failure(of: "cancellation/atOnceAfterSubscribing") { _ in
                Fixed(
                    events: .create { observer in
                        Disposable { observer.onError(TransportError(.cancelled)) }
                    })
            })
        #expect(
            failure.text == "expected nothing after a disposal, but the transport sent the error the transport was "
                + "shut down")
    }

    /// Runs a case, and returns what it found wrong.
    private func failure(
        of name: String, _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) async throws -> TransportConformance.Failure? {
        let found = TransportConformance.cases.first { $0.description == name }
        return try await failure(of: #require(found), makeTransport)
    }

    private func failure(
        of testCase: TransportConformance.Case,
        _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) async throws -> TransportConformance.Failure? {
        do {
            try await testCase.run(limit: .milliseconds(100), makeTransport)
            return nil
        } catch let failure as TransportConformance.Failure {
            return failure
        }
    }
}

/// A transport that says the same whatever it is asked.
private struct Fixed: Transport {
    let events: Observable<TransportEvent>

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> { events }
}

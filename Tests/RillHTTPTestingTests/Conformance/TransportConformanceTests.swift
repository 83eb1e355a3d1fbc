import Dispatch
import Rill
import RillHTTP
import Testing

@testable import RillHTTPTesting
@testable import RillTransportConformance

/// The conformance suite: its cases and its failure messages.
@Suite struct TransportConformanceTests {
    @Test func caseNamesAreUnique() {
        let names = TransportConformance.cases.map(\.description)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 200)
        #expect(names.contains("heads/keepsRepeatedFieldsInOrder"))
    }

    @Test(arguments: TransportConformance.Group.allCases)
    func everyGroupHasAtLeastFiveCases(group: TransportConformance.Group) {
        #expect(TransportConformance.cases.count { $0.group == group } >= 5)
    }

    @Test func excludesCasesByName() {
        let name = "heads/keepsTheReasonPhrase"
        let cases = TransportConformance.cases(except: [name: "not supported by the system"])
        #expect(cases.count == TransportConformance.cases.count - 1)
        #expect(!cases.contains { $0.description == name })
    }

    @Test(arguments: [
        (
            "heads/keepsNothing", "no reason",
            "cannot exclude \"heads/keepsNothing\": there is no conformance case with this name"
        ),
        ("nonsense", "no reason", "cannot exclude \"nonsense\": there is no conformance case with this name"),
        (
            "heads/keepsTheReasonPhrase", "",
            "cannot exclude \"heads/keepsTheReasonPhrase\": the reason is empty"
        ),
    ])
    func invalidExclusionProducesAFailingCase(name: String, reason: String, text: String) async throws {
        let cases = TransportConformance.cases(except: [name: reason])
        let first = try #require(cases.first)
        let failure = try await failure(of: first) { _ in StubTransport { _ in .text("") } }
        #expect(failure?.text == text)
    }

    @Test func failureDescribesExpectedActualAndServerActivity() async throws {
        let failure = try await #require(
            failure(of: "bodies/deliversOneByte") { _ in StubTransport { _ in .text("A") } })
        #expect(
            "\(failure)" == """
                bodies/deliversOneByte: expected the body to be [0], got [65]
                    server activity: requests: 0, connections: 0 (open: 0), response body bytes: 0
                """)
    }

    @Test func passesOptionsAndHandlerToTheTransport() async throws {
        let failure = try await failure(of: "bodies/deliversOneByte") { setup in
            #expect(setup.options.proxy == .none)
            #expect(setup.options.validationError == nil)
            return StubTransport { request in try .init(of: setup.handler, to: request) }
        }
        #expect(failure == nil)
    }

    @Test func failsWhenTheTransportCannotBeCreated() async throws {
        struct Unmade: Error {}
        let failure = try await #require(failure(of: "bodies/deliversOneByte") { _ in throw Unmade() })
        #expect(failure.text == "unexpected error: Unmade()")
    }

    @Test func skipsUnavailableCases() async throws {
        let testCase = TransportConformance.Case(.tls, "isSkipped", skipReason: "requires unavailable hardware") { _ in
            throw CaseFailure("it ran")
        }
        #expect(testCase.skipReason == "requires unavailable hardware")
        #expect(try await failure(of: testCase) { _ in StubTransport { _ in .text("") } } == nil)
    }

    @Test(arguments: [false, true])
    func stopsServersAfterEachCase(fails: Bool) async throws {
        let server = Monitor<LoopbackServer?>(nil)
        let testCase = TransportConformance.Case(.heads, "hasAServer") { context in
            let started = try context.serve { _ in .text("") }
            server.update { $0 = started }
            try expect(!fails, "nothing")
        }
        let failure = try await failure(of: testCase) { _ in StubTransport { _ in .text("") } }
        #expect((failure != nil) == fails)
        #expect(server.read { $0?.record.read { $0.isStopped } } == true)
    }

    private static let head = TransportEvent.head(HTTPResponse(status: .ok))

    /// Violations of the event grammar and their failure messages.
    private static let broken: [(Observable<TransportEvent>, String)] = [
        (.empty(), "expected a response head before completion"),
        (.from([head, head]), "received a second response head"),
        (.from([.chunk([0]), head]), "received a chunk before the response head"),
        (.from([head, .chunk([])]), "received an empty chunk"),
        (.error(TransportError(.tls)), "expected a response, got an error with code tls: "),
        (.error(CannotSimulate()), "expected a TransportError, got CannotSimulate"),
        (
            .just(head).concat(.never()),
            "timed out after 0.1 seconds waiting for the end of the exchange. Events so far: status 200"
        ),
    ]

    @Test(arguments: 0..<7)
    func detectsViolationsOfTheEventGrammar(number: Int) async throws {
        let (events, text) = Self.broken[number]
        let failure = try await #require(failure(of: "bodies/deliversOneByte") { _ in Fixed(events: events) })
        #expect(failure.text.hasPrefix(text), "\(failure)")
    }

    @Test func detectsMissingBackPressureOfAnUpgradedConnection() async throws {
        let name = "upgrades/makesTheServerWaitForAPausedSubscriber"
        let failure = try await #require(
            failure(of: name, limit: .seconds(30)) { setup in UnpausableUpgrade(setup.handler) })
        #expect(failure.text.hasPrefix("expected back-pressure on the server, but it sent "))
    }

    @Test func waitsLongerThanTheLimitWhilePartsOfTheBodyArrive() async throws {
        let limit = Duration.seconds(3)
        let events = PublishSubject<TransportEvent>()
        let isWaiting = DispatchSemaphore(value: 0)
        let isAfterLimit = DispatchSemaphore(value: 0)
        let exchange = RunningExchange(events.asObservable())
        try NativeThread.start {
            isWaiting.wait()
            events.onNext(.chunk([0]))
            isAfterLimit.wait()
            events.onCompleted()
        }.detach()
        defer {
            isWaiting.signal()
            isAfterLimit.signal()
        }
        let start = ContinuousClock.now
        try CaseContext.$limit.withValue(limit) {
            _ = try exchange.wait(for: "the end of the exchange") { events in
                if events.byteCount == 0 { isWaiting.signal() }
                if ContinuousClock.now - start >= limit { isAfterLimit.signal() }
                return events.end
            }
        }
    }

    @Test func detectsATransportThatNeverReturns() async throws {
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
        #expect(
            failure.text
                == "timed out after 0.8 seconds: the case did not end, or a call into the transport did not return")
    }

    @Test func detectsErrorsAfterDisposal() async throws {
        let failure = try await #require(
            failure(of: "cancellation/immediatelyAfterSubscribing") { _ in
                Fixed(
                    events: .create { observer in
                        Disposable { observer.onError(TransportError(.cancelled)) }
                    })
            })
        #expect(
            failure.text == "expected no event after disposal, but the transport sent the error: the transport was "
                + "shut down")
    }

    /// Runs a case and returns its failure, or `nil` if it passes.
    private func failure(
        of name: String, limit: Duration = .milliseconds(100),
        _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) async throws -> TransportConformance.Failure? {
        let found = TransportConformance.cases.first { $0.description == name }
        return try await failure(of: #require(found), limit: limit, makeTransport)
    }

    private func failure(
        of testCase: TransportConformance.Case, limit: Duration = .milliseconds(100),
        _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) async throws -> TransportConformance.Failure? {
        do {
            try await testCase.run(limit: limit, makeTransport)
            return nil
        } catch let failure as TransportConformance.Failure {
            return failure
        }
    }
}

/// A transport that sends the same events for every request.
private struct Fixed: Transport {
    let events: Observable<TransportEvent>

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> { events }
}

/// A transport that receives all bytes of an upgraded connection during the next exchange, even if the subscriber has
/// paused.
private final class UnpausableUpgrade: Transport {
    private let handler: LoopbackServer.Handler
    private let responses: StubTransport
    private let upgraded = Monitor<(@Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>)?>(nil)

    init(_ handler: @escaping LoopbackServer.Handler) {
        self.handler = handler
        responses = StubTransport { request in try .init(of: handler, to: request) }
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [self] in try events(of: request, body) }
    }

    private func events(of request: HTTPRequest, _ body: HTTPBody?) throws -> Observable<TransportEvent> {
        if let connection = upgraded.read({ $0 }) { _ = connection(.never()).subscribe() }
        let received = LoopbackServer.Request(
            method: request.method, target: request.path ?? "/", fields: request.headerFields, connection: 1,
            minorVersion: 1)
        for step in try handler(received).steps {
            guard case .duplex(let connection) = step.kind else { continue }
            upgraded.update { $0 = connection }
            return Observable.just(TransportEvent.head(HTTPResponse(status: .switchingProtocols))).concat(.never())
        }
        return responses.send(request, body: body)
    }
}

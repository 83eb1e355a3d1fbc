import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct DigestAuthenticationTests {
    private static let base = "https://qiita.com"

    /// Middleware that delays each request by another time.
    private struct DelayedRequests: Middleware {
        /// The delays in seconds.
        let delays: [Int]
        let scheduler: TestScheduler
        let sent = Log<HTTPRequest>()

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            let delay = Duration.seconds(delays[sent.append(request).count - 1])
            return Observable<Int>.timer(delay, scheduler: scheduler).flatMap { _ in next(request, body) }
        }
    }

    // MARK: Challenges

    @Test func respondsToChallengeAndSendsLaterDigestsInAdvance() {
        let server = DigestServer()
        let (client, transport) = server.makeClient()
        for _ in 0..<3 { #expect(Recorder(client.send(Anything<Int>(query: ["a": "b c"]))).values == [7]) }
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false, true, true, true])
        #expect(server.uses == ["nonce/0== 00000001", "nonce/0== 00000002", "nonce/0== 00000003"])
    }

    @Test(arguments: ["MD5", "SHA-256", "MD5-sess", "SHA-256-sess", nil], ["", ", charset=UTF-8", ", userhash=true"])
    func authenticatesWithEachAlgorithm(algorithm: String?, more: String) {
        let server = DigestServer(.init(user: "Jäsøn \"Doe\"", password: "ключ: 5 €", algorithm: algorithm, more: more))
        let client = server.makeClient().client
        for _ in 0..<2 { #expect(Recorder(client.send(Anything<Int>())).values == [7]) }
        #expect(server.nonceCount == 1)
    }

    @Test func userNameWithColonFailsRequest() {
        let transport = StubTransport { _ in .json("1") }
        let client = makeClient(
            transport, middleware: [DigestAuthentication(user: "alice:s3cret", password: "p", for: Self.base)])
        let error = Recorder(client.send(Anything<Int>())).error as? APIError
        #expect(
            (error?.underlying as? DigestAuthenticationError)?.description
                == "cannot authenticate with a digest: the user name contains a colon, which digests cannot represent. "
                + "Remove it")
        #expect("\(error.map { "\($0)" } ?? "")".contains("s3cret") == false)
        #expect(transport.requests.isEmpty)
    }

    @Test func authenticatesWithoutQuality() {
        let server = DigestServer(.init(algorithm: nil, quality: nil))
        let client = server.makeClient().client
        for _ in 0..<2 { #expect(Recorder(client.send(Anything<Int>())).values == [7]) }
        #expect(server.nonceCount == 1)
    }

    @Test func forwardsRejectionOfCredentials() throws {
        let server = DigestServer()
        let transport = server.makeTransport()
        let wrong = DigestAuthentication(user: "Mufasa", password: "wrong", for: Self.base)
        let client = makeClient(transport, middleware: [wrong])
        for number in 1...2 {
            let error = try Recorder(client.send(Anything<Int>())).failure()
            #expect(error.stage == .status)
            #expect(error.status == .unauthorized)
            #expect(error.attempts == 2)
            #expect(transport.requests.count == 2 * number)
        }
        // A rejected nonce is not used again.
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false, true, false, true])
    }

    @Test func unsupportedChallengeFailsExchange() throws {
        let transport = StubTransport { _ in
            .status(.unauthorized, fields: [.wwwAuthenticate: "Digest nonce=\"n\", qop=auth-int, Basic realm=\"r\""])
        }
        let client = makeClient(
            transport, middleware: [DigestAuthentication(user: "u", password: "s3cret", for: Self.base)])
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.stage == .middleware)
        #expect((error.underlying as? DigestAuthenticationError)?.reason.contains("qop=\"auth-int\"") == true)
        #expect(transport.requests.count == 1)
    }

    @Test func doesNotRespondToOtherSchemes() throws {
        let transport = StubTransport { _ in
            .status(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"r\""])
        }
        let client = makeClient(
            transport, middleware: [DigestAuthentication(user: "u", password: "s3cret", for: Self.base)])
        #expect(try Recorder(client.send(Anything<Int>())).failure().status == .unauthorized)
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false])
    }

    // MARK: Nonces

    @Test(arguments: [true, false])
    func replacesExpiredNonce(isReported: Bool) {
        let server = DigestServer(.init(usesPerNonce: 2, reportsExpiration: isReported))
        let (client, transport) = server.makeClient()
        for _ in 0..<4 { #expect(Recorder(client.send(Anything<Int>())).values == [7]) }
        #expect(server.uses.map { $0.suffix(1) } == ["1", "2", "1", "2"])
        #expect(transport.requests.count == 6)
    }

    @Test(arguments: ["SHA-256", "MD5-sess"])
    func usesAnnouncedNonce(algorithm: String) {
        let server = DigestServer(.init(algorithm: algorithm, usesPerNonce: 1, announcesNonce: true))
        let (client, transport) = server.makeClient()
        for _ in 0..<4 { #expect(Recorder(client.send(Anything<Int>())).values == [7]) }
        #expect(server.uses == (0..<4).map { "nonce/\($0)== 00000001" })
        #expect(transport.requests.count == 5)
    }

    @Test func stopsIfEachNonceIsStale() throws {
        let transport = StubTransport { request in
            .status(
                .unauthorized,
                fields: [.wwwAuthenticate: "Digest realm=\"r\", nonce=\"\(request.number)\", qop=\"auth\", stale=TRUE"])
        }
        let client = makeClient(transport, middleware: [DigestAuthentication(user: "u", password: "p", for: Self.base)])
        #expect(try Recorder(client.send(Anything<Int>())).failure().status == .unauthorized)
        #expect(transport.requests.count == 4)
    }

    @Test func stopsIfUsedNonceIsRejected() throws {
        let server = DigestServer()
        let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""
        let transport = StubTransport { request in
            request.number == 1 ? .json("7") : .status(.unauthorized, fields: [.wwwAuthenticate: challenge])
        }
        let client = makeClient(transport, middleware: [server.authentication()])
        #expect(Recorder(client.send(Anything<Int>())).values == [7])
        #expect(try Recorder(client.send(Anything<Int>())).failure().status == .unauthorized)
        // The nonce was also used for the first request, so the second request is sent again.
        #expect(transport.requests.count == 4)
    }

    @Test func neverRepeatsCountOfNonce() {
        let uses = Log<String>()
        let transport = StubTransport { request in
            let parameters = DigestServer.parameters(of: request.headerFields[.authorization] ?? "")
            if let nonce = parameters["nonce"] { uses.append("\(nonce) \(parameters["nc"] ?? "")") }
            let nonce = request.number % 3 == 0 ? "a" : "b"
            return .status(
                .unauthorized,
                fields: [.wwwAuthenticate: "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\", stale=true"])
        }
        let client = makeClient(transport, middleware: [DigestAuthentication(user: "u", password: "p", for: Self.base)])
        for _ in 0..<5 { _ = Recorder(client.send(Anything<Int>())) }
        #expect(uses.entries.count >= 15)
        #expect(Set(uses.entries).count == uses.entries.count)
    }

    @Test(arguments: [true, false])
    func repeatsRequestThatArrivesAfterLaterOne(isValidOnce: Bool) throws {
        let scheduler = TestScheduler()
        let server = DigestServer(
            .init(usesPerNonce: isValidOnce ? 1 : .max, requiresIncreasingCounts: true, reportsExpiration: false))
        let transport = server.makeTransport()
        // The second attempt of the first request arrives last.
        let delay = DelayedRequests(delays: [1, 2, 9, 1, 1], scheduler: scheduler)
        let client = makeClient(transport, middleware: [server.authentication(), delay])
        let recorders = (0..<2).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(recorders.allSatisfy { $0.values == [7] })
        #expect(server.uses == ["nonce/0== 00000002", "nonce/2== 00000001"])
        #expect(transport.requests.count == 5)
    }

    @Test func concurrentRequestsForwardRejectionOfCredentials() throws {
        let scheduler = TestScheduler()
        let server = DigestServer()
        let transport = StubTransport(scheduler: scheduler) { server.response(to: $0, after: .seconds(1)) }
        let wrong = DigestAuthentication(user: "Mufasa", password: "wrong", for: Self.base)
        let client = makeClient(transport, middleware: [wrong])
        let recorders = (0..<10).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        for recorder in recorders { #expect(try recorder.failure().status == .unauthorized) }
        #expect(transport.requests.count == 30)
    }

    @Test func concurrentRequestsShareNonce() throws {
        let scheduler = TestScheduler()
        let server = DigestServer()
        let transport = StubTransport(scheduler: scheduler) { request in
            server.response(to: request, after: .milliseconds(request.number * 7_919 % 1_000))
        }
        let client = makeClient(transport, middleware: [server.authentication()])
        let recorders = (0..<50).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(recorders.allSatisfy { $0.values == [7] })
        #expect(Set(server.uses).count == 50)
        // Each of the first requests was rejected with a nonce of its own, but one nonce was used.
        #expect(Set(server.uses.map { $0.prefix { $0 != " " } }).count == 1)
        #expect(transport.requests.count == 100)
    }

    @Test(arguments: [true, false])
    func concurrentRequestsShareNoncesThatAreValidOnce(isReported: Bool) throws {
        let scheduler = TestScheduler()
        let server = DigestServer(.init(usesPerNonce: 1, reportsExpiration: isReported))
        let transport = StubTransport(scheduler: scheduler) { request in
            server.response(to: request, after: .milliseconds(request.number * 7_919 % 1_000))
        }
        let client = makeClient(transport, middleware: [server.authentication()])
        let recorders = (0..<50).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(recorders.allSatisfy { $0.values == [7] })
    }

    // MARK: Bodies

    @Test func sendsBodyFromItsBeginningAgain() throws {
        let files = try TemporaryFiles()
        try files.write(Array("file".utf8), to: "body")
        let chunks = Observable.of(Array("str".utf8), Array("eam".utf8))
        let bodies: [(HTTPBody, String)] = [
            (HTTPBody("text"), "text"), (.file(files.path("body")), "file"), (.stream(chunks), "stream"),
        ]
        for (body, text) in bodies {
            let server = DigestServer()
            let (client, transport) = server.makeClient()
            #expect(Recorder(client.send(Anything<Int>(method: .post, body: body))).values == [7])
            #expect(transport.requests.map(\.bodyText) == [text, text])
        }
    }

    @Test func streamThatCannotBeReadAgainFailsExchange() throws {
        let server = DigestServer()
        let starts = Log<Int>()
        let body = HTTPBody.stream(
            .deferred {
                if starts.append(1).count > 1 { throw TestError("the recording is read only once") }
                return .just([1])
            })
        let client = server.makeClient().client
        let error = try Recorder(client.send(Anything<Int>(method: .put, body: body))).failure()
        #expect(error.stage == .transport)
        #expect("\(error)".contains("cannot read the request body: TestError(the recording is read only once)"))
        #expect(error.attempts == 2)
    }
}

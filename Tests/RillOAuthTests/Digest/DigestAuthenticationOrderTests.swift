import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Digest authentication with other servers, and with other middleware.
@Suite struct DigestAuthenticationOrderTests {
    private static let base = "https://qiita.com"
    private static let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""

    // MARK: Other servers

    @Test(arguments: ["http://qiita.com", "https://qiita.com:8443", "https://qiita.com.evil.example"])
    func doesNotAuthenticateToOtherServer(url: String) throws {
        let server = DigestServer()
        let transport = server.makeTransport()
        let client = makeClient(transport, middleware: [server.authentication(for: url)])
        #expect(try Recorder(client.send(Anything<Int>())).failure().status == .unauthorized)
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false])
    }

    @Test func keepsOwnCredentialsOfRequest() throws {
        let server = DigestServer()
        let (client, transport) = server.makeClient()
        let request = Anything<Int>(headerFields: [.authorization: "Bearer own"])
        #expect(try Recorder(client.send(request)).failure().status == .unauthorized)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer own"])
    }

    @Test func rejectsInvalidServerURL() throws {
        let client = makeClient(
            StubTransport { _ in .json("7") },
            middleware: [DigestAuthentication(user: "u", password: "p", for: "qiita.com")])
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.stage == .request)
        #expect("\(error)".contains("the scheme http or https"))
    }

    @Test(arguments: [false, true])
    func redirectToOtherServerDoesNotReceiveDigest(redirectsAreOutermost: Bool) throws {
        let server = DigestServer()
        let transport = StubTransport { request in
            guard request.url.hasPrefix(Self.base) else {
                return .status(.unauthorized, fields: [.wwwAuthenticate: Self.challenge])
            }
            guard request.headerFields.contains(.authorization) else { return server.response(to: request) }
            return .status(.found, fields: [.location: "https://evil.example/"])
        }
        let middleware: [any Middleware] =
            redirectsAreOutermost
            ? [FollowRedirects(), server.authentication()] : [server.authentication(), FollowRedirects()]
        let client = makeClient(transport, middleware: middleware)
        #expect(try Recorder(client.send(Anything<Int>())).failure().status == .unauthorized)
        let others = transport.requests.filter { !$0.url.hasPrefix(Self.base) }
        #expect(!others.isEmpty)
        #expect(others.allSatisfy { !$0.headerFields.contains(.authorization) })
    }

    @Test func redirectToSameServerHasDigestOfItsOwnTarget() {
        let server = DigestServer()
        let transport = StubTransport { request in
            let response = server.response(to: request)
            let isRedirected = request.path.hasSuffix("/anything") && request.headerFields.contains(.authorization)
            return isRedirected ? .status(.found, fields: [.location: "/other?page=2"]) : response
        }
        let client = makeClient(transport, middleware: [FollowRedirects(), server.authentication()])
        #expect(Recorder(client.send(Anything<Int>())).values == [7])
        #expect(server.uses.count == 2)
        #expect(transport.requests.map(\.path) == ["/api/v2/anything", "/api/v2/anything", "/other"])
    }

    // MARK: Other middleware

    @Test func eachRetryHasCountOfItsOwn() throws {
        let scheduler = TestScheduler()
        let server = DigestServer()
        let transport = StubTransport(scheduler: scheduler) { request in
            let response = server.response(to: request)
            return [1, 2].contains(request.number) ? .status(.serviceUnavailable) : response
        }
        let retry = Retry(.constantBackoff(attempts: 3, delay: .seconds(1)), scheduler: scheduler)
        let client = makeClient(transport, middleware: [retry, server.authentication()])
        let recorder = Recorder(client.send(Anything<Int>()))
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(server.uses.map { $0.suffix(1) } == ["1", "2", "3"])
    }

    @Test func cacheSeparatesUsers() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let counts = Log<String>()
        let transport = StubTransport { request in
            guard let value = request.headerFields[.authorization] else {
                return .status(.unauthorized, fields: [.wwwAuthenticate: Self.challenge])
            }
            let user = DigestServer.parameters(of: value)["username"] ?? ""
            counts.append(user)
            return .json("\"\(user)\"", fields: [.cacheControl: "max-age=60"])
        }
        let credentials = [("a", "1"), ("a", "2"), ("b", "1"), ("a1", ""), ("a", "1 "), ("a", "1\n"), ("a", "1")]
        for (user, password) in credentials {
            let digest = DigestAuthentication(user: user, password: password, for: Self.base)
            let client = makeClient(transport.caching(in: cache), middleware: [digest])
            for _ in 0..<2 { #expect(Recorder(client.send(Anything<String>())).values == [user]) }
        }
        // The cache supplied the other responses.
        #expect(counts.entries == ["a", "a", "b", "a1", "a", "a"])
    }

    @Test func signerDoesNotContainPassword() throws {
        let transport = StubTransport { _ in .json("7") }
        let digest = DigestAuthentication(user: "alice", password: "s3cret-word", for: Self.base)
        #expect(Recorder(makeClient(transport, middleware: [digest]).send(Anything<Int>())).values == [7])
        let signer = try #require(transport.requests.first?.message.signer)
        var text = ""
        dump(signer, to: &text)
        #expect(!text.contains("alice") && !text.contains("s3cret"))
    }

    @Test func coalescedRequestsShareDigest() throws {
        let scheduler = TestScheduler()
        let server = DigestServer()
        let transport = StubTransport(scheduler: scheduler) { server.response(to: $0, after: .seconds(1)) }
        let client = makeClient(transport.coalescing(), middleware: [server.authentication()])
        let recorders = (0..<5).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(recorders.allSatisfy { $0.values == [7] })
        #expect(transport.requests.count == 2)
    }

    @Test func disposalAtAnyTimeCancelsExchange() throws {
        for time in 0...4_000 where time % 250 == 0 {
            let scheduler = TestScheduler()
            let server = DigestServer()
            let transport = StubTransport(scheduler: scheduler) { server.response(to: $0, after: .seconds(1)) }
            let client = makeClient(transport, middleware: [server.authentication()])
            let ledger = Ledger()
            ledger.watch {
                let subscription = client.send(Anything<Int>()).subscribe { _ in }
                let other = Recorder(client.send(Anything<Int>()))
                scheduler.advance(by: .milliseconds(time))
                subscription.dispose()
                scheduler.advance(by: .seconds(9))
                #expect(other.values == [7])
                let last = Recorder(client.send(Anything<Int>()))
                scheduler.advance(by: .seconds(9))
                #expect(last.values == [7])
            }
            #expect(ledger.leakReport == nil)
            #expect(scheduler.pendingCount == 0)
        }
    }

    // MARK: Secrets

    @Test func noTextContainsPasswordOrDigest() throws {
        let texts = Log<String>()
        let transport = StubTransport { request in
            guard let value = request.headerFields[.authorization] else {
                return .status(.unauthorized, fields: [.wwwAuthenticate: Self.challenge])
            }
            let parameters = DigestServer.parameters(of: value)
            let body = "\(value) / \(parameters["response"] ?? "") / \(parameters["cnonce"] ?? "")"
            return .text(body, status: 500, fields: [.init(literal: "X-Echo"): body])
        }
        var client = makeClient(
            transport,
            middleware: [
                DigestAuthentication(user: "alice", password: "s3cret-word", for: Self.base),
                Logging(.verbose) { texts.append($0) },
            ])
        client.onMetrics = { texts.append("\($0)") }
        let error = try Recorder(client.send(Anything<Int>())).failure()
        for value in [error, client, transport.requests[1].message, client.middleware] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            texts.append("\(value)\n\(String(reflecting: value))\n\(dumped)")
        }
        texts.append(transport.requests[1].message.curlCommand())
        #expect(error.bodyPrefix == "<redacted> / <redacted> / <redacted>")
        let parameters = DigestServer.parameters(of: try #require(transport.requests[1].headerFields[.authorization]))
        let secrets = ["s3cret-word", try #require(parameters["response"]), try #require(parameters["cnonce"])]
        for text in texts.entries {
            for secret in secrets { #expect(!text.contains(secret), "\(text)") }
        }
    }
}

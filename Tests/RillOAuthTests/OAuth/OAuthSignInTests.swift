import Foundation
import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillOAuth

/// Tests of the loopback redirect over real sockets.
@Suite(.timeLimit(.minutes(10))) struct OAuthSignInTests {
    /// A running sign-in.
    private final class SignIn: Sendable {
        let transport: StubTransport
        let urls = Log<String>()
        let recorder = Recorder<OAuthToken>()
        let scheduler = TestScheduler()
        let subscription: Disposable

        init(
            scopes: [String] = [], parameters: QueryItems = [:], redirectURI: String = "http://127.0.0.1/callback",
            timeout: Duration = .seconds(300),
            respond: @escaping @Sendable (StubTransport.Request) -> StubTransport.Response = { _ in
                .json(OAuthFixtures.token)
            }
        ) {
            transport = StubTransport(respond)
            let oauth = OAuthFixtures.oauth(transport, scheduler: scheduler)
            subscription = recorder.record(
                oauth.signIn(scopes: scopes, parameters: parameters, redirectURI: redirectURI, timeout: timeout) {
                    [urls] in urls.append($0)
                })
        }

        var url: String { urls.entries.first ?? "" }
        var query: [String: String] {
            OAuthFixtures.items(url.split(separator: "?", maxSplits: 1).last.map(String.init))
        }

        var port: UInt16? {
            query["redirect_uri"]?.split(separator: ":").last?.split(separator: "/").first.flatMap { UInt16($0) }
        }

        /// Returns the URL of a redirect.
        func redirect(_ items: QueryItems = ["code": "c0de"], state: String? = nil) -> String {
            var items = items
            items.append("state", state ?? query["state"])
            return "\(query["redirect_uri"] ?? "")?\(items.encoded)"
        }
    }

    private static let browser = Client(baseURL: "http://127.0.0.1", timeout: .seconds(60))

    /// Opens a URL, and returns the status and the text of the page.
    private func open(_ url: String) async throws -> (status: Int, page: String) {
        let parser = ResponseParser<(Int, String)> { head, body, _ in
            (head.status.code, String(decoding: body, as: UTF8.self))
        }
        var endpoint = Endpoint<(Int, String)>(.url(url), parser: parser)
        endpoint.acceptsStatus = { _ in true }
        let (status, page) = try await Self.browser.send(endpoint).firstValue()
        return (status, page)
    }

    /// Opens the redirect, and expects that the sign-in ends.
    private func complete(_ signIn: SignIn, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await open(signIn.redirect()).status == 200, sourceLocation: sourceLocation)
        #expect(await signIn.recorder.waitForEnd(timeout: .seconds(60)), sourceLocation: sourceLocation)
        #expect(signIn.recorder.isCompleted, sourceLocation: sourceLocation)
    }

    @Test func authorizationRequestContainsChallenge() {
        let signIn = SignIn(scopes: ["read", "write"], parameters: ["prompt": "login"])
        defer { signIn.subscription.dispose() }
        #expect(signIn.url.hasPrefix("https://login.example.com/authorize?tenant=a&response_type=code&"))
        let query = signIn.query
        #expect(
            ["client_id", "scope", "prompt", "code_challenge_method"].map { query[$0] }
                == ["program", "read write", "login", "S256"])
        #expect(query["code_challenge"]?.utf8.count == 43)
        #expect(query["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(signIn.transport.requests.isEmpty)
    }

    @Test func redirectCompletesSignIn() async throws {
        let signIn = SignIn()
        let (status, page) = try await open(signIn.redirect())
        #expect(status == 200)
        #expect(page.contains("You can close this page"))
        #expect(await signIn.recorder.waitForEnd(timeout: .seconds(60)))
        #expect(signIn.recorder.values.map(\.accessToken) == ["acce55"])
        let form = OAuthFixtures.items(signIn.transport.requests.first?.bodyText)
        #expect(
            ["grant_type", "code", "redirect_uri"].map { form[$0] }
                == ["authorization_code", "c0de", signIn.query["redirect_uri"]])
        #expect(form["code_verifier"]?.utf8.count == 43)
        #expect(!signIn.url.contains(form["code_verifier"] ?? ""))
    }

    @Test func rejectedRedirectsDoNotEndSignIn() async throws {
        let signIn = SignIn()
        #expect(try await open(signIn.redirect(state: "wrong")).status == 400)
        #expect(try await open(signIn.redirect([:])).status == 400)
        let uri = signIn.query["redirect_uri"] ?? ""
        #expect(try await open(uri.replacing("/callback", with: "/favicon.ico")).status == 404)
        #expect(try await open(uri.replacing("/callback", with: "/<script>")).page.contains("<script>") == false)
        #expect(signIn.recorder.events.isEmpty)
        try await complete(signIn)
        #expect(signIn.transport.requests.count == 1)
    }

    /// Verifies that a replayed redirect does not request a second token, and that the port closes.
    @Test func replayedRedirectHasNoEffect() async throws {
        let signIn = SignIn()
        let redirect = signIn.redirect()
        #expect(try await open(redirect).status == 200)
        #expect(await signIn.recorder.waitForEnd(timeout: .seconds(60)))
        try await waitUntilClosed(redirect)
        #expect(signIn.transport.requests.count == 1)
    }

    /// Opens a URL until the port refuses connections.
    private func waitUntilClosed(_ url: String) async throws {
        while let status = try? await open(url).status { #expect(status == 410) }
    }

    @Test(arguments: 0..<20) func onlyOneOfRacingRedirectsIsAccepted(run: Int) async throws {
        let signIn = SignIn()
        let redirects = ["a", "b", "c"].map { signIn.redirect(["code": $0]) }
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for redirect in redirects { group.addTask { try? await open(redirect).status } }
            return await group.reduce(into: [Int]()) { if let status = $1 { $0.append(status) } }
        }
        #expect(await signIn.recorder.waitForEnd(timeout: .seconds(60)))
        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(signIn.recorder.values.count == 1)
        #expect(signIn.transport.requests.count == 1)
    }

    @Test func deniedSignInFails() async throws {
        let signIn = SignIn()
        let redirect = signIn.redirect(["error": "access_denied", "error_description": "No."])
        #expect(try await open(redirect).page.contains("The sign-in failed"))
        #expect(await signIn.recorder.waitForEnd(timeout: .seconds(60)))
        let error = try #require(signIn.recorder.error as? OAuthSignInError)
        #expect(error.reason == .denied)
        #expect("\(error)" == #"sign-in failed: the user or the server denied access: "No." (access_denied)"#)
        #expect(signIn.transport.requests.isEmpty)
    }

    @Test func timesOutWithoutRedirect() async throws {
        let signIn = SignIn()
        signIn.scheduler.advance(by: .seconds(299))
        #expect(signIn.recorder.events.isEmpty)
        signIn.scheduler.advance(by: .seconds(1))
        let error = try #require(signIn.recorder.error as? OAuthSignInError)
        #expect(error.reason == .timedOut)
        #expect(
            "\(error)".contains("timed out after 300 s waiting for the redirect of the browser. Sign in again"))
        try await waitUntilClosed(signIn.redirect())
    }

    @Test func timeoutIsReportedWithFraction() throws {
        let signIn = SignIn(timeout: .milliseconds(500))
        signIn.scheduler.advance(by: .milliseconds(500))
        let error = try #require(signIn.recorder.error as? OAuthSignInError)
        #expect("\(error)".contains("timed out after 0.5 s waiting for the redirect"))
    }

    @Test(arguments: ["http://localhost", "http://localhost/a", "http://127.0.0.1/", "http://127.0.0.1"])
    func redirectURIKeepsHostAndPath(uri: String) async throws {
        let signIn = SignIn(redirectURI: uri)
        let sent = try #require(signIn.query["redirect_uri"])
        #expect(sent.replacing(#/:[0-9]+/#, with: "") == uri)
        try await complete(signIn)
        #expect(OAuthFixtures.items(signIn.transport.requests.first?.bodyText)["redirect_uri"] == sent)
    }

    @Test func localhostHasBothAddresses() async throws {
        let signIn = SignIn(redirectURI: "http://localhost")
        for address in hasIPv6 ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"] {
            // The listener rejects the request, because the redirect must name `localhost`.
            let (status, page) = try await open(signIn.redirect().replacing("localhost", with: address))
            #expect(status == 400 && page.contains("The request is for another host."))
        }
        try await complete(signIn)
    }

    @Test func addressOfIPv6ReceivesRedirect() async throws {
        guard hasIPv6 else { return }
        let signIn = SignIn(redirectURI: "http://[::1]/callback")
        #expect(signIn.query["redirect_uri"]?.hasPrefix("http://[::1]:") == true)
        try await complete(signIn)
    }

    private var hasIPv6: Bool { (try? RedirectSocket.makeListening(host: "[::1]", port: 0)) != nil }

    /// Returns a redirect URI with a free port that the system does not select for other tests.
    private func uriWithPort() throws -> String {
        let port = try #require(
            (0..<100).lazy.map { _ in UInt16.random(in: 20_000..<30_000) }
                .first { (try? RedirectSocket.makeListening(host: "localhost", port: $0)) != nil })
        return "http://localhost:\(port)/callback"
    }

    /// The listener of a disposed sign-in closes the port on its queue.
    @Test func portOfDisposedSignInIsUsedAgain() async throws {
        let uri = try uriWithPort()
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .never })
        for _ in 0..<50 {
            let (urls, continuation) = AsyncThrowingStream.makeStream(of: String.self)
            let subscription = oauth.signIn(redirectURI: uri) { continuation.yield($0) }
                .subscribe(onError: { continuation.finish(throwing: $0) })
            var opened = urls.makeAsyncIterator()
            #expect(try await opened.next()?.contains("state=") == true)
            subscription.dispose()
        }
    }

    @Test func registeredPortIsUsedAgain() async throws {
        let uri = try uriWithPort()
        for _ in 0..<2 {
            // A process that another test starts can have a copy of the closed socket for a moment.
            try await waitUntilClosed(uri)
            let signIn = SignIn(redirectURI: uri)
            #expect(signIn.query["redirect_uri"] == uri)
            try await complete(signIn)
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func portInUseFails(host: String) throws {
        let server = try LoopbackServer { _ in .status(.ok) }
        defer { server.stop() }
        let port = try #require(server.baseURL.split(separator: ":").last)
        let scheduler = TestScheduler()
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .never }, scheduler: scheduler)
        let uri = "http://\(host):\(port)/callback"
        let recorder = Recorder(oauth.signIn(redirectURI: uri) { _ in Issue.record("the URL was opened") })
        scheduler.advance(by: .seconds(1))
        let error = try #require(recorder.error as? OAuthSignInError)
        #expect(error.reason == .listenerFailed)
        #expect(
            "\(error)" == "sign-in failed: cannot listen on 127.0.0.1:\(port): Address already in use. "
                + "End the program that uses the port, or use another redirect URI")
    }

    @Test func disposalClosesPort() async throws {
        let signIn = SignIn()
        signIn.subscription.dispose()
        try await waitUntilClosed(signIn.redirect())
        #expect(signIn.recorder.events.isEmpty)
        #expect(signIn.transport.requests.isEmpty)
    }

    @Test func disposalCancelsTokenRequest() async throws {
        let signIn = SignIn { _ in .never }
        #expect(try await open(signIn.redirect()).status == 200)
        // The port closes on the listener's queue, after the queue has subscribed to the token request.
        try await waitUntilClosed(signIn.redirect())
        #expect(signIn.transport.requests.map(\.isCancelled) == [false])
        signIn.subscription.dispose()
        #expect(signIn.transport.requests.map(\.isCancelled) == [true])
        #expect(signIn.recorder.events.isEmpty)
    }

    #if os(Linux)
        /// Verifies that connections that send nothing do not prevent the redirect.
        @Test func idleConnectionsDoNotBlockRedirect() async throws {
            let signIn = SignIn()
            let port = try #require(signIn.port)
            let idle = try (0..<40).map { _ in try IdleConnection(port: port) }
            defer { withExtendedLifetime(idle) {} }
            try await complete(signIn)
        }

        /// Verifies that a connection that sends bytes after the response is closed.
        @Test func endlessConnectionIsClosed() async throws {
            let signIn = SignIn()
            let port = try #require(signIn.port)
            let connection = try IdleConnection(port: port)
            #expect(connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"))
            #expect(!connection.send(String(repeating: "a", count: 64 << 10), count: 4_096))
            #expect(signIn.recorder.events.isEmpty)
            #expect(try await open(signIn.redirect()).status == 200)
        }
    #endif

    @Test func errorOfOpenFailsSignIn() {
        struct NoBrowser: Error {}
        let stream = OAuthFixtures.oauth(StubTransport { _ in .never }).signIn { _ in throw NoBrowser() }
        #expect(Recorder(stream).error is NoBrowser)
    }

    @Test(arguments: ["state", "redirect_uri", "client_id", "scope", "code_challenge"])
    func reservedParameterFails(name: String) {
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .never })
        let stream = oauth.signIn(parameters: [name: "a"]) { _ in Issue.record("the URL was opened") }
        let error = Recorder(stream).error as? OAuthSignInError
        #expect(error?.reason == .unsupported)
        #expect(error?.message.contains("the parameter \(name) is set by the sign-in") == true)
    }

    @Test(arguments: [
        "", "callback", "/callback", "https://127.0.0.1/callback", "http://", "http://login.example.com/callback",
        "http://127.0.0.1.example.com", "http://127.0.0.1:80@example.com/", "http://a@localhost", "http://127.0.0.2/",
        "http://0.0.0.0/", "http://[::]/", "http://LOCALHOST", "http://localhost:", "http://localhost:0",
        "http://localhost:65536", "http://localhost:http", "http://localhost/a?b", "http://localhost?b",
        "http://localhost/a#b", "http://localhost/a b", "http://localhost/日本",
    ])
    func invalidRedirectURIFails(uri: String) {
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .never })
        let recorder = Recorder(oauth.signIn(redirectURI: uri) { _ in Issue.record("the URL was opened") })
        let error = recorder.error as? OAuthSignInError
        #expect(error?.reason == .unsupported)
        #expect(error?.message.contains("is invalid. It must begin with http://127.0.0.1") == true)
    }

    @Test(arguments: [nil, "http://login.example.com/authorize", "javascript:alert(1)"] as [String?])
    func invalidAuthorizationEndpointFails(url: String?) {
        let server = OAuthServer(tokenEndpoint: "https://h/t", authorizationEndpoint: url)
        let recorder = Recorder(OAuth(server, clientID: "p").signIn { _ in Issue.record("the URL was opened") })
        #expect((recorder.error as? OAuthSignInError)?.reason == .unsupported)
    }
}

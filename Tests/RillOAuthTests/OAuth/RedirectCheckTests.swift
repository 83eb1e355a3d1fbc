import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillOAuth

@Suite struct RedirectCheckTests {
    private static let check = RedirectCheck(
        uri: RedirectURI(host: "127.0.0.1", port: 4_711, path: "/callback"), state: "st4te",
        issuer: "https://login.example.com")

    private func outcome(
        _ target: String, method: String = "GET", host: String = "Host: 127.0.0.1:4711"
    ) -> RedirectCheck.Outcome {
        Self.check.outcome(of: "\(method) \(target) HTTP/1.1\r\nAccept: */*\r\n\(host)")
    }

    private func rejection(_ outcome: RedirectCheck.Outcome) -> Int? {
        if case .rejected(let status, _) = outcome { status.code } else { nil }
    }

    /// Returns the code of an accepted redirect.
    private func code(_ outcome: RedirectCheck.Outcome) -> String? {
        if case .accepted(.success(let code)) = outcome { code } else { nil }
    }

    /// Returns the error of a redirect.
    private func failure(_ outcome: RedirectCheck.Outcome) throws -> OAuthSignInError {
        let error: OAuthSignInError? = if case .accepted(.failure(let error)) = outcome { error } else { nil }
        return try #require(error)
    }

    @Test(arguments: [
        "/callback?code=c%2Bd&state=st4te", "/callback?state=st4te&iss=https%3A%2F%2Flogin.example.com&code=c%2bd",
    ])
    func acceptsCode(target: String) {
        #expect(code(outcome(target)) == "c+d")
    }

    @Test(arguments: [
        ("/callback?code=c&state=other", 400), ("/callback?code=c", 400), ("/callback?code=c&state=", 400),
        ("/callback?code=c&state=st4te1", 400), ("/callback?code=c&code=d&state=st4te", 400),
        ("/callback?code=c&state=st4te&state=other", 400), ("/callback?state=st4te", 400),
        ("/callback?code=&state=st4te", 400), ("/callback?error=access_denied", 400), ("/favicon.ico", 404),
        ("/callback/?code=c&state=st4te", 404), ("//callback?code=c&state=st4te", 404),
        ("http://127.0.0.1:4711/callback?code=c&state=st4te", 404), ("/callback", 400),
    ])
    func rejectsOtherRequests(target: String, status: Int) {
        #expect(rejection(outcome(target)) == status)
    }

    @Test(arguments: [
        "Host: localhost:4711", "Host: attacker.example:4711", "Host: 127.0.0.1", "Host: 127.0.0.1:4712",
        "Host: 127.0.0.1:4711\r\nHost: 127.0.0.1:4711", "X: y", "Host:", "Host: 127.0.0.1:4711.attacker.example",
    ])
    func rejectsOtherHosts(host: String) {
        #expect(rejection(outcome("/callback?code=c&state=st4te", host: host)) == 400)
    }

    @Test func requiredIssuerCannotBeMissing() {
        var check = RedirectCheck(uri: Self.check.uri, state: "st4te", issuer: nil)
        check.requiresIssuer = true
        for (issuer, isAccepted) in [("", false), ("&iss=https%3A%2F%2Flogin.example.com", true)] {
            let head = "GET /callback?code=c&state=st4te\(issuer) HTTP/1.1\r\nHost: 127.0.0.1:4711"
            #expect((code(check.outcome(of: head)) != nil) == isAccepted)
        }
    }

    @Test func acceptsRedirectWithoutPathAndWithDefaultPort() {
        let uri = RedirectURI(host: "localhost", port: 80, path: "")
        #expect(uri.text == "http://localhost:80")
        let check = RedirectCheck(uri: uri, state: "s", issuer: nil)
        let head = "GET /?code=c&state=s HTTP/1.1\r\nHost: "
        #expect(code(check.outcome(of: head + "localhost")) == "c")
        #expect(rejection(check.outcome(of: head + "127.0.0.1")) == 400)
    }

    @Test(arguments: ["POST", "HEAD", "OPTIONS", "get"]) func rejectsOtherMethods(method: String) {
        #expect(rejection(outcome("/callback?code=c&state=st4te", method: method)) == 405)
    }

    @Test(arguments: [
        "", " ", "GET", "GET /callback?code=c&state=st4te", "\u{16}\u{3}", "GET  / HTTP/1.1", "GET / HTTP/2",
    ])
    func malformedRequestHeadIsRejected(head: String) {
        #expect(rejection(Self.check.outcome(of: "\(head)\r\nHost: 127.0.0.1:4711")) == 400)
    }

    @Test func redirectOfOtherServerFails() throws {
        let target = "/callback?code=c&state=st4te&iss=https://attacker.example"
        let error = try failure(outcome(target))
        #expect(error.reason == .invalidRedirect)
    }

    @Test func missingIssuerInRedirectFails() throws {
        var check = Self.check
        check.requiresIssuer = true
        let head = "GET /callback?code=c&state=st4te HTTP/1.1\r\nHost: 127.0.0.1:4711"
        let error = try failure(check.outcome(of: head))
        #expect(error.reason == .invalidRedirect)
        #expect(error.message.contains("does not name its issuer"))
    }

    @Test func controlCharactersAreReplaced() throws {
        let target = "/callback?error=a%1B%5B2J&error_description=b%0D%0Ac%07&error_uri=https://h/%1B&state=st4te"
        let error = try failure(outcome(target))
        #expect(error.oauth?.code == "a\u{FFFD}[2J")
        #expect(error.oauth?.message == "b c\u{FFFD}")
        #expect("\(error)".unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func errorOfRedirectIsTruncated() throws {
        let long = String(repeating: "x", count: 20_000)
        let target = "/callback?error=a\(long)&error_description=\(long)&error_uri=https://h/\(long)&state=st4te"
        let error = try failure(outcome(target))
        let texts = [error.oauth?.code.rawValue, error.oauth?.message, error.oauth?.uri].compactMap { $0 }
        #expect(texts.map(\.utf8.count) == [1_027, 1_027, 1_027])
        #expect(texts.allSatisfy { $0.hasSuffix("…") })
    }

    @Test func errorsAreReported() throws {
        let denied = "/callback?error=access_denied&error_description=No+st4te%0A&state=st4te"
        let error = try failure(outcome(denied))
        #expect(error.reason == .denied)
        #expect(error.oauth?.code == .accessDenied)
        #expect(!"\(error)".contains("st4te"))
        let other = try failure(outcome("/callback?error=server_error&state=st4te"))
        #expect(other.reason == .invalidRedirect)
        #expect("\(other)" == "sign-in failed: the authorization server redirected with an error: server_error")
    }

    /// The example of RFC 7636, Appendix B.
    @Test func challengeIsHashOfVerifier() {
        let proof = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let texts = Set((0..<100).map { _ in ProofKey().verifier })
        #expect(texts.count == 100)
        #expect(texts.allSatisfy { $0.utf8.count == 43 && !$0.contains { "+/=".contains($0) } })
    }
}

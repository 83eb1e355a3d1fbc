import RillHTTP
import Testing

/// Tests of the URLs of requests, which middleware reads and changes.
@Suite struct RequestURLTests {
    @Test func requestForURLHasTheParts() throws {
        let request = HTTPRequest(
            method: .post, url: "HTTPS://Example.com:443/a b?q=1#part", headerFields: [.accept: "x/y"])
        #expect(try request.checkedURL() == "https://Example.com:443/a%20b?q=1")
        #expect(request.method == .post && request.headerFields[.accept] == "x/y")
        #expect(request.origin == "https://example.com")
        #expect(HTTPRequest(method: .get, url: "http://h").path == "/")
    }

    @Test(arguments: ["", "example.com/", "https://", "ftp://h/", "https://user:pw@h/", "https://h:x/"])
    func requestForInvalidURLIsRejected(url: String) {
        #expect(throws: TransportError.self) { try HTTPRequest(method: .get, url: url).checkedURL() }
    }

    @Test(arguments: [
        ("https://other/x", "https://other/x"), ("/x#part", "https://h/x"), ("x", "https://h/a/x"),
        ("../x?y", "https://h/x?y"), ("mailto:a@b", nil),
    ])
    func referencesAreResolved(reference: String, url: String?) throws {
        let request = HTTPRequest(method: .get, url: "https://h/a/b?c")
        #expect(try request.resolving(reference)?.checkedURL() == url)
    }

    @Test(arguments: [
        ("http://localhost:80/", true), ("http://127.1.2.3/", true), ("http://[::1]:1/", true),
        ("http://127.0.0.1.example/", false), ("http://127.0.0.+1/", false), ("http://user@localhost/", false),
        ("http://example.com/", false),
    ])
    func loopbackHostsAreFound(url: String, isLoopback: Bool) {
        #expect(HTTPRequest(method: .get, url: url).hasLoopbackHost == isLoopback)
    }

    @Test func textIsRedactedWithTheSecretsOfARequest() {
        let request = HTTPRequest(
            method: .post, url: "https://h/?api_key=plan7ed1", headerFields: [.authorization: "Bearer plan7ed2"])
        let text = request.redacted("plan7ed1 plan7ed2 plan7ed3\u{1B}", body: .form(["password": "plan7ed3"]))
        #expect(text == "<redacted> <redacted> <redacted>\u{FFFD}")
    }

    @Test func challengesHaveSchemesAndParameters() throws {
        let fields: HTTPFields = [
            .wwwAuthenticate: "Basic realm=\"a, b\", DIGEST Nonce=1", .wwwAuthenticate: "Digest nonce=1, nonce=2",
            "Authentication-Info": "nextnonce=\"3\"",
        ]
        let challenges = fields.challenges(in: .wwwAuthenticate)
        #expect(challenges.map(\.scheme) == ["basic", "digest", "digest"])
        #expect(challenges.map(\.parameters) == [["realm": "a, b"], ["nonce": "1"], nil])
        let info = try #require(fields.challenges(in: "Authentication-Info").first)
        #expect(info.scheme.isEmpty && info.parameters == ["nextnonce": "3"])
    }

    @Test(arguments: ["Negotiate YIIJvwYG", "Negotiate oYG2/MIGz==", "Negotiate a=", "Negotiate"])
    func token68IsNeitherSchemeNorParameter(challenge: String) {
        for value in [challenge, "\(challenge) , Digest nonce=1", "Digest nonce=1, \(challenge)"] {
            let challenges = HTTPFields([HTTPField(name: .wwwAuthenticate, value: value)])
                .challenges(in: .wwwAuthenticate).sorted { $0.scheme > $1.scheme }
            #expect(challenges.first?.scheme == "negotiate" && challenges.first?.parameters == [:])
            #expect(challenges.dropFirst().allSatisfy { $0.scheme == "digest" && $0.parameters == ["nonce": "1"] })
            #expect(challenges.count == (value == challenge ? 1 : 2))
        }
        let fields: HTTPFields = [.wwwAuthenticate: "Digest qop = auth, Basic"]
        #expect(fields.challenges(in: .wwwAuthenticate).map(\.parameters) == [["qop": "auth"], [:]])
    }

    @Test func elementsOfListsAreSplitAtCommas() {
        let fields: HTTPFields = [.cacheControl: "a, b=\"c,d\" ,", .cacheControl: "", .vary: " , "]
        #expect(fields.elements(of: .cacheControl) == ["a", "b=\"c,d\""])
        #expect(fields.elements(of: .vary).isEmpty && fields.elements(of: .age).isEmpty)
    }
}

import Foundation
import RillHTTPTesting
import RillOAuth
import RillTestSupport
import Testing

/// Tests that the descriptions and dumps of values that contain a credential do not show it.
@Suite struct DescriptionSecretTests {
    private static let secret = "s3cr3tK7"

    private static func texts(of value: Any) -> [String] {
        ["\(value)", String(reflecting: value), String(describing: [value]), dumped(value), dumped([value])]
    }

    private static func makeValues() throws -> [Any] {
        let url = "https://u:\(secret)@a.example"
        let fields: HTTPFields = [
            .authorization: "Bearer \(secret)", .location: "/?code=\(secret)",
            .link: "<\(url)/?token=\(secret)>; rel=next", "X-Callback": "\(url)",
        ]
        let refresher = CredentialRefresher(secret) { _ in .just("new") }
        let server = OAuthServer(tokenEndpoint: url, authorizationEndpoint: url)
        let token = OAuthToken(accessToken: secret, refreshToken: secret)
        var options = TransportOptions()
        options.proxy = .url("http://u:\(secret)@p.example")
        options.clientCertificate = .init(certificateFile: "c", keyFile: "k", passphrase: secret)
        var client = Client(baseURL: url, defaultFields: fields)
        client.middleware = [
            Authentication.bearer(refresher, for: url) { $0 },
            Authentication.basic(user: "u", password: secret, for: url),
            DigestAuthentication(user: "u", password: secret, for: url),
        ]
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "h", path: "/?token=\(secret)", headerFields: fields)
        var values: [Any] = [
            refresher, Authentication.bearer(secret, for: url),
            Authentication.basic(user: "u", password: secret, for: url),
            Authentication.bearer(refresher, for: url) { $0 },
            DigestAuthentication(user: "u", password: secret, for: url),
            Endpoint<Void>("/a?token=\(secret)", query: ["sig": secret], headerFields: fields),
            Endpoint<[Int]>("/a", method: .post, headerFields: fields, body: .form(["password": secret])),
            Endpoint<Int>("https://u:s3cr3tK7@a.example/\(secret)", headerFields: fields),
            "/keys/\(secret: secret)" as URLPath, Endpoint<Int>("/keys/\(secret: secret)"),
            Endpoint<Int>("https://h/keys/\(secret: secret)"),
            Endpoint<Int>("https://u:a/\(secret)@h/x"), "/x?token=\(secret)" as URLPath,
            "https://u:\(secret)@h/x" as URLPath, URLPath.url("https://u:\(secret)@h/x"),
            ["token": secret] as QueryItems, QueryItems.Item(name: "sig", value: secret), fields, request,
            HTTPBody.form(["password": secret]), client, client.middleware, server, token, options, options.proxy,
            OAuth(server, clientID: "c", authentication: .basic(secret: secret)),
            OAuthGrant.refreshToken(secret), OAuthClientAuthentication.basic(secret: secret),
        ]
        #if os(Linux)
            values.append(CurlTransport(options: options))
        #endif
        return values
    }

    @Test func descriptionsShowNoCredential() throws {
        for value in try Self.makeValues() {
            for text in Self.texts(of: value) { #expect(!text.contains(Self.secret), "\(type(of: value))") }
        }
    }

    @Test func endpointDescriptionNamesRequest() {
        let endpoint = Endpoint<Void>("/a b?x=1", method: .post, query: ["page": 2, "token": "abcd"])
        #expect("\(endpoint)" == "POST /a%20b?x=1&page=2&token=<redacted>")
        #expect("\(Endpoint<Int>("https://h.example/a"))" == "GET https://h.example/a")
        let items: QueryItems = ["q": "a b", "max_tokens": 5, "token": "abcd"]
        #expect("\(items)" == "q=a%20b&max_tokens=5&token=<redacted>")
    }

    @Test func requestDescriptionIsOneLine() {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h\nforged", path: "/a\r\nb?x=1")
        #expect("\(request)" == "GET https://h forged/a b?…")
    }
}

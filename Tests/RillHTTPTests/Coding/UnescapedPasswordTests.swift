import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests that a password with an unencoded delimiter is rejected and never appears in any text.
@Suite struct UnescapedPasswordTests {
    private static let urls = [
        "https://user:a/SECRET@h", "https://user:a?SECRET@h/x", "https://user:a#SECRET@h",
        "https://user:12/SECRET@h/x?y=1", "https://user:12?SECRET@h", "https://user:12?SECRET=@h",
        "https://user:12?a=b&SECRET@h", "https://user:/SECRET@h", "https://user:#SECRET@h",
        "https://user:a/SECRET/SECRET@h:80/x", "https://first.last:+1/SECRET@h",
    ]

    private func texts(of value: Any) -> String { "\(value) \(String(reflecting: value)) \(dumped(value))" }

    @Test(arguments: urls)
    func baseURLWithUnencodedPasswordIsRejected(url: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let lines = Log<String>()
        let client = Client(baseURL: url, transport: transport, middleware: [Logging(.verbose) { lines.append($0) }])
        let other = makeClient(transport, middleware: [FollowRedirects(), Logging { lines.append($0) }])
        for (client, base) in [(client, nil), (other, url)] {
            let error = try Recorder(client.send(Anything<Int>(baseURL: base))).failure()
            #expect(error.stage == .request)
            let expected = "the URL contains a user name or password. Send an Authorization header field instead"
            #expect(error.reason.contains(expected))
            #expect(error.url == "https://<redacted>@h/anything" || error.url == "https://<redacted>@h:80/anything")
            #expect(!texts(of: error).contains("SECRET") && !texts(of: client).contains("SECRET"))
        }
        #expect(transport.requests.isEmpty)
        #expect(!lines.entries.contains { $0.contains("SECRET") })
    }

    @Test(arguments: [
        "https://h/react@18", "http://127.0.0.1:4873/@types", "https://a.example:8443/a@b",
        "http://localhost:80/@a/b@c", "http://registry:4873/@scope/name",
    ])
    func atSignInPathIsSent(base: String) {
        let transport = StubTransport { _ in .json("1") }
        let client = Client(baseURL: base, transport: transport)
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        let path = base.split(separator: "/").dropFirst(2).joined(separator: "/")
        #expect(transport.requests.first?.path == "/\(path)/anything")
    }

    @Test(arguments: ["http://users:8080", "https://users.example", "http://localhost:1"])
    func atSignInQueryIsSent(origin: String) {
        let transport = StubTransport { _ in .json("1") }
        let client = Client(baseURL: "\(origin)/find?email=bob@example.com", transport: transport)
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(transport.requests.first?.url == "\(origin)/find/anything?email=bob@example.com")
    }

    #if os(Linux)
        @Test(
            arguments: urls.map { $0.replacing("https:", with: "http:") } + ["user:a/SECRET@h:1", "user:1/SECRET@h:1"])
        func proxyWithUnencodedPasswordIsRejected(url: String) throws {
            var options = TransportOptions()
            options.proxy = .url(url)
            #expect(!texts(of: options).contains("SECRET"))
            let client = Client(baseURL: "http://127.0.0.1:9", transport: CurlTransport(options: options))
            let error = try #require(throws: APIError.self) {
                try client.send(Anything<Int>()).wait(timeout: .seconds(30))
            }
            #expect(!texts(of: error).contains("SECRET"))
            let expected = "the password in the proxy's URL has a /, ? or # that must be percent-encoded"
            #expect(error.reason.contains(expected))
        }
    #endif
}

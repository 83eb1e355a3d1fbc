import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests of requests that do not define their own type.
@Suite struct EndpointTests {
    @Test(arguments: [("\u{FEFF}hi", "hi"), ("hi", "hi"), ("\u{FEFF}", ""), ("", ""), ("a\u{FEFF}", "a\u{FEFF}")])
    func textHasNoByteOrderMark(body: String, text: String) {
        let client = makeClient(StubTransport { _ in .text(body) })
        #expect(Recorder(client.send(Endpoint("/", parser: ResponseParser<String>.text))).values == [text])
    }

    @Test func parsesJSONTextAndVoid() throws {
        let transport = StubTransport { request in
            request.headerFields[.accept] == nil ? .text("up") : .json(#"[{"id":"a","items_count":1}]"#)
        }
        let client = makeClient(transport)
        let tags = try client.send(Endpoint<[ItemTag]>("/tags", query: ["page": 2])).wait(timeout: .seconds(10))
        #expect(tags == [ItemTag(id: "a", itemsCount: 1)])
        #expect(try client.send(Endpoint("/status", parser: .text)).wait(timeout: .seconds(10)) == "up")
        let id = "a/b"
        try client.send(Endpoint<Void>("/tags/\(id)", method: .delete)).wait(timeout: .seconds(10))
        #expect(transport.requests.map(\.method) == [.get, .get, .delete])
        #expect(
            transport.requests.map(\.message.path) == ["/api/v2/tags?page=2", "/api/v2/status", "/api/v2/tags/a%2Fb"])
    }

    @Test func headEndpointsHaveTheInitializersOfVoid() throws {
        let transport = StubTransport { _ in .text("ignored", status: .created) }
        let client = makeClient(transport)
        for endpoint in [
            Endpoint<HTTPResponse>("/x"), Endpoint<HTTPResponse>(.path("a b"), method: .put),
            Endpoint<HTTPResponse>(.url("https://other.example/x")),
        ] {
            #expect(try client.send(endpoint).wait(timeout: .seconds(10)).status == .created)
        }
        let urls = ["https://qiita.com/api/v2/x", "https://qiita.com/api/v2/a%20b", "https://other.example/x"]
        #expect(transport.requests.map(\.url) == urls)
    }

    /// Returns the URL to which a client for `https://qiita.com/api/v2` sends a request.
    private func url(of endpoint: Endpoint<Void>) throws -> String {
        let transport = StubTransport { _ in .text("") }
        try makeClient(transport).send(endpoint).wait(timeout: .seconds(10))
        return try #require(transport.requests.first).message.checkedURL()
    }

    private func reason(of endpoint: Endpoint<Void>) throws -> String {
        let transport = StubTransport { _ in .text("") }
        let error = try Recorder(makeClient(transport).send(endpoint)).failure()
        #expect(error.stage == .request)
        #expect(transport.requests.isEmpty)
        return try #require((error.underlying as? TransportError)?.text)
    }

    private static let tags = "https://a.example/tags/C%2B%2B"
    private static let evil = "https://evil.example"
    private static let next = URLPath.url("https://a.example/tags")
    private static let literal: URLPath = "https://a.example/\("x")"

    private static let completeURLs: [(path: URLPath, url: String)] = [
        ("https://a.example:8443/x y?q=1#top", "https://a.example:8443/x%20y?q=1"),
        ("HTTP://a.example", "http://a.example/"), (.url(tags), tags), ("\(next)", "https://a.example/tags"),
        ("\(next)/\("b/c")?page=2", "https://a.example/tags/b%2Fc?page=2"),
        ("\(literal)/y", "https://a.example/x/y"),
    ]

    /// The paths after the base URL of the client.
    private static let paths: [(path: URLPath, url: String)] = [
        (.path("tags/C++"), "/tags/C%2B%2B"), (.path("/tags/a b?c#d"), "/tags/a%20b%3Fc%23d"),
        (.path("tags/日本/"), "/tags/%E6%97%A5%E6%9C%AC/"), (.path("a%2Fb"), "/a%252Fb"), (.path(""), ""),
        (.path("/"), "/"), (.path("..."), "/..."),
        // An interpolated value does not replace the base URL.
        ("\(evil)/a", "/https%3A%2F%2Fevil.example/a"),
    ]

    @Test(arguments: completeURLs + paths.map { ($0.path, "https://qiita.com/api/v2" + $0.url) })
    func pathOrURLDeterminesTarget(path: URLPath, url: String) throws {
        #expect(try self.url(of: Endpoint(path)) == url)
    }

    @Test func queryIsAppendedToCompleteURL() throws {
        let (host, port, id) = ("a.example", 8_080, "b/c")
        let literal = Endpoint<Void>("https://\(host):\(port)/tags/\(id)?v=1", query: ["page": 2])
        #expect(try url(of: literal) == "https://a.example:8080/tags/b%2Fc?v=1&page=2")
        #expect(try url(of: Endpoint(.url(Self.tags), query: ["page": 2])) == Self.tags + "?page=2")
    }

    @Test func foundationURLReplacesBaseURL() throws {
        #expect(try url(of: Endpoint(.url(#require(URL(string: Self.tags))))) == Self.tags)
        let relative = try #require(URL(string: "tags", relativeTo: URL(string: "https://a.example/api/")))
        #expect(try url(of: Endpoint(.url(relative))) == "https://a.example/api/tags")
    }

    @Test func declaredIdempotencyReplacesDefaultOfMethod() throws {
        let transport = StubTransport { _ in .text("") }
        for isIdempotent in [nil, true, false] {
            var endpoint = Endpoint<Void>("/log", method: .put)
            endpoint.options.isIdempotent = isIdempotent
            try makeClient(transport).send(endpoint).wait(timeout: .seconds(10))
        }
        var messages = transport.requests.map(\.message)
        #expect(messages.map(\.isIdempotent) == [true, true, false])
        // A declaration also applies if middleware changes the method.
        for index in messages.indices { messages[index].method = .post }
        #expect(messages.map(\.isIdempotent) == [false, true, false])
    }

    @Test func completeURLDecodesWithEachParser() throws {
        let transport = StubTransport { _ in .json("[]") }
        let client = makeClient(transport)
        let text = "http://a.example/1"
        #expect(try client.send(Endpoint<[ItemTag]>(.url(text))).wait(timeout: .seconds(10)).isEmpty)
        #expect(try client.send(Endpoint(.url(text), parser: .text)).wait(timeout: .seconds(10)) == "[]")
        #expect(try client.send(Endpoint<[ItemTag]>(.path("1"))).wait(timeout: .seconds(10)).isEmpty)
        #expect(try client.send(Endpoint(.path("1"), parser: .text)).wait(timeout: .seconds(10)) == "[]")
        #expect(
            try transport.requests.map { try $0.message.checkedURL() }
                == [text, text, "https://qiita.com/api/v2/1", "https://qiita.com/api/v2/1"])
    }

    @Test func completeURLOfOtherOriginOmitsSecretFields() throws {
        let transport = StubTransport { _ in .text("") }
        var client = makeClient(transport)
        client.defaultFields = ["Authorization": "Bearer 1", "Accept": "a/b"]
        try client.send(Endpoint<Void>("https://other.example/a")).wait(timeout: .seconds(10))
        try client.send(Endpoint<Void>("https://qiita.com/a")).wait(timeout: .seconds(10))
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false, true])
    }

    @Test(arguments: ["\(encoded: evil)", URLPath(encoded: evil)] as [URLPath])
    func encodedValueDoesNotReplaceBaseURL(path: URLPath) throws {
        #expect(try url(of: Endpoint(path)).hasPrefix("https://qiita.com/api/v2/https://evil.example"))
    }

    private static let invalid: [(path: URLPath, reason: String)] = [
        ("https://", "the host is missing"),
        ("http://[::1", "the closing bracket of the IPv6 address is missing"),
        (
            "https://a:b@c.example/",
            "the URL contains a user name or password. Send an Authorization header field instead"
        ),
        (
            "https://a.example/\("..")/b",
            "an interpolated path value is \"..\", which changes the requested resource"
        ),
        (
            .path("tags/../users"),
            "the path contains the segment \"..\", which changes the requested resource. Remove it"
        ),
        (.path("tags//users"), "the path contains an empty segment. Remove the repeated slash"),
        (.path("https://a.example"), "the path is a complete URL. Use URLPath.url(_:) for a URL"),
    ]

    private static let withoutScheme = ["tags", "/tags", "ftp://a.example/", "//a.example/", "https:/a.example", ""]
        .map {
            (URLPath.url($0), "the URL does not begin with https:// or http://. Use URLPath.path(_:) for a path")
        }

    private static let notAtBeginning = (["/a/\(next)", "\(1)\(next)", "\(next)\(next)"] as [URLPath])
        .map { ($0, "a complete URL is not at the beginning of the path") }

    @Test(arguments: invalid + withoutScheme + notAtBeginning)
    func rejectsInvalidPath(path: URLPath, reason: String) throws {
        #expect(try self.reason(of: Endpoint(path)) == reason)
    }

    @Test func clientAcceptsFoundationURL() throws {
        let transport = StubTransport { _ in .text("") }
        let base = try #require(URL(string: "https://a.example/api"))
        try Client(baseURL: base, transport: transport).send(Endpoint<Void>("/tags")).wait(timeout: .seconds(10))
        #expect(try transport.requests.first?.message.checkedURL() == "https://a.example/api/tags")
        let file = Client(baseURL: URL(filePath: "/tmp"), transport: transport)
        let error = try Recorder(file.send(Endpoint<Void>("/tags"))).failure()
        #expect((error.underlying as? TransportError)?.text == "the scheme must be http or https")
    }

    @Test func acceptsCustomStatuses() throws {
        let transport = StubTransport { _ in .text("choose", status: 300) }
        var endpoint = Endpoint("/versions", parser: ResponseParser<String>.text)
        #expect(try Recorder(makeClient(transport).send(endpoint)).failure().stage == .status)
        endpoint.acceptsStatus = { (200...204).contains($0.code) || $0.code == 300 }
        #expect(try makeClient(transport).send(endpoint).wait(timeout: .seconds(10)) == "choose")
    }

    @Test func withHeadReturnsValueAndHead() throws {
        let transport = StubTransport { _ in .json("3", fields: [.eTag: "\"x\""]) }
        let endpoint = Endpoint("/count", parser: ResponseParser<Int>.json.withHead)
        let (value, head) = try makeClient(transport).send(endpoint).wait(timeout: .seconds(10))
        #expect(value == 3)
        #expect(head.headerFields[.eTag] == "\"x\"")
    }
}

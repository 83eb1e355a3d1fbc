import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests joining the base URL, the path and the query of a request.
@Suite struct BaseURLTests {
    private static let targets: [(base: String, path: URLPath, query: QueryItems, url: String)] = [
        ("https://h", "/a", [:], "https://h/a"), ("https://h/", "/a", [:], "https://h/a"),
        ("https://h", "a", [:], "https://h/a"), ("https://h/v2", "/a", [:], "https://h/v2/a"),
        ("https://h/v2/", "a/", [:], "https://h/v2/a/"), ("https://h/v2//", "/a", [:], "https://h/v2/a"),
        ("https://h", "", [:], "https://h/"), ("https://h/v2", "", [:], "https://h/v2"),
        ("https://h/v2/", "", [:], "https://h/v2/"), ("HTTP://Host:8080", "/a", [:], "http://Host:8080/a"),
        ("https://h", "/a", ["q": "x y"], "https://h/a?q=x%20y"), ("https://h?k=1", "/a", [:], "https://h/a?k=1"),
        ("https://h/v2?k=1#f", "/a?l=2", ["m": 3], "https://h/v2/a?k=1&l=2&m=3"),
        ("https://h/v2", "/a?q=a%20b", ["page": 2], "https://h/v2/a?q=a%20b&page=2"),
        ("https://h", "?q=1", [:], "https://h/?q=1"),
        ("https://h/a?page=2&q=a%2Bb", "", [:], "https://h/a?page=2&q=a%2Bb"),
        ("https://h/a b/é", "/c", [:], "https://h/a%20b/%C3%A9/c"),
        ("http://[::1]:80/", "/a", [:], "http://[::1]:80/a"),
        ("https://h:", "/a", [:], "https://h:/a"), ("http://127.0.0.1:0", "/", [:], "http://127.0.0.1:0/"),
    ]

    @Test(arguments: targets)
    func joinsBaseURLPathAndQuery(base: String, path: URLPath, query: QueryItems, url: String) {
        let transport = StubTransport { _ in .json("1") }
        let client = Client(baseURL: base, transport: transport)
        #expect(Recorder(client.send(Anything<Int>(path: path, query: query))).hasSingleElement)
        #expect(transport.requests.map(\.url) == [url])
    }

    private static let invalidURLs = [
        "", "h/a", "//h/a", "ftp://h", "file:///etc/passwd", "https://", "https:///a", "https://?q", "javascript://h",
        "https://user:hunter22@h", "https://user@h", "https://a b", "https://h\r\nHost: x", "https://h\0",
        "https://例え.jp", "https://h:70000", "https://h:-1", "https://h:80a", "https://:80", "https://h\\@x",
        "https://[::1", "https://[::1]x", " https://h",
    ]

    @Test(arguments: invalidURLs)
    func invalidBaseURLFailsBeforeSending(base: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let error = try Recorder(Client(baseURL: base, transport: transport).send(Anything<Int>())).failure()
        #expect(error.stage == .request)
        #expect((error.underlying as? TransportError)?.code == .invalidURL)
        #expect(error.attempts == 0)
        #expect(!"\(error)".contains("hunter22"))
        #expect(transport.requests.isEmpty)
    }

    @Test func requestBaseURLOverridesClientBaseURL() {
        let transport = StubTransport { _ in .json("1") }
        let client = Client(
            baseURL: "https://api.example", transport: transport,
            defaultFields: [.authorization: "Bearer t0ken", .accept: "application/json"])
        for base in ["https://api.example:443/v3", "https://uploads.example", "http://api.example"] {
            _ = Recorder(client.send(Anything<Int>(baseURL: base, path: "/a")))
        }
        _ = Recorder(client.send(Anything<Int>(baseURL: "https://b", headerFields: [.authorization: "own"])))
        #expect(transport.requests[0].url == "https://api.example:443/v3/a")
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer t0ken", nil, nil, "own"])
        #expect(transport.requests.allSatisfy { $0.headerFields[.accept] == "application/json" })
    }

    @Test func invalidPathFromMiddlewareFailsBeforeSending() throws {
        struct PathReplacing: Middleware {
            var path: String

            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                var request = request
                request.path = path
                return next(request, body)
            }
        }
        for path in ["/a b", "/a\r\nX: 1", "a", "", "/é", "/a#b"] {
            let transport = StubTransport { _ in .json("1") }
            let client = makeClient(transport, middleware: [PathReplacing(path: path)])
            #expect(try Recorder(client.send(Anything<Int>())).failure().stage == .request)
            #expect(transport.requests.isEmpty)
        }
    }
}

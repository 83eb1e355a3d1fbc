import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct URLPathTests {
    private static let segments: [(value: String, encoded: String)] = [
        ("C++", "C%2B%2B"), (".NET", ".NET"), ("初心者", "%E5%88%9D%E5%BF%83%E8%80%85"), ("a/b", "a%2Fb"),
        ("a b", "a%20b"), ("日本 語", "%E6%97%A5%E6%9C%AC%20%E8%AA%9E"), ("100%", "100%25"), ("%41", "%2541"),
        ("?q#f", "%3Fq%23f"), ("a&b=c;d", "a%26b%3Dc%3Bd"), ("C#", "C%23"), ("\r\nHost: evil", "%0D%0AHost%3A%20evil"),
        ("\0", "%00"), ("...", "..."), ("~-_", "~-_"),
        ("e\u{301}", "e%CC%81"), ("👩‍👩‍👧", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
        ("../admin", "..%2Fadmin"), ("\\", "%5C"), ("[]", "%5B%5D"),
    ]

    @Test(arguments: segments)
    func encodesValueWithinSegment(value: String, encoded: String) {
        let path: URLPath = "/tags/\(value)/items"
        #expect(path.description == "/tags/\(encoded)/items")
    }

    @Test func descriptionRedactsSecret() {
        let inner: URLPath = "keys/\(secret: "a/b")"
        for path in ["/\(secret: "a/b")?x=\(1)", "/a/\(inner)", "/\(secret: 12)"] as [URLPath] {
            #expect(path.description.contains("<redacted>"))
            #expect(!path.encoded.contains("redacted"))
        }
        #expect(("/k/\(secret: "a/b")" as URLPath).encoded == "/k/a%2Fb")
    }

    private static let literals: [(path: URLPath, text: String)] = [
        ("/a%20b", "/a%20b"), ("/a b", "/a%20b"), ("/100%", "/100%25"), ("/%4", "/%254"), ("/a%zz", "/a%25zz"),
        ("/タグ", "/%E3%82%BF%E3%82%B0"), ("/a?q=1&r=2", "/a?q=1&r=2"), ("/a;b=1,2/@me/c:d", "/a;b=1,2/@me/c:d"),
        ("/a#b", "/a%23b"), ("/\(12)/\(true)", "/12/true"), ("/\(path: "a b/c+d")", "/a%20b/c%2Bd"),
        ("\(encoded: "/a%2Fb?x=1")", "/a%2Fb?x=1"), ("/search?q=\("a&b")&r=\("")", "/search?q=a%26b&r="),
        ("", ""), ("/report.\("json")", "/report.json"), ("/a.\("")", "/a."), ("/\(1).\(2)", "/1.2"),
    ]

    @Test(arguments: literals)
    func keepsEncodedLiteral(path: URLPath, text: String) {
        #expect(path.description == text)
    }

    private static let hazards: [URLPath] = [
        "/tags/\("")", "/tags/\("..")", "/tags/\(".")/items", "/\(path: "a/../b")", "/tags/\("")?x=1", "/\("")\("")",
        "/.\(".")/a", "/\(path: "a//b")",
    ]

    @Test(arguments: hazards)
    func rejectsValuesThatChangeRequestedResource(path: URLPath) throws {
        let transport = StubTransport { _ in .json("[]") }
        let error = try Recorder(makeClient(transport).send(Anything<[Int]>(path: path))).failure()
        #expect(error.stage == .request)
        #expect(error.reason.contains("an interpolated path value is"))
        #expect(transport.requests.isEmpty)
    }

    @Test func keepsDotSegmentsOfLiteral() throws {
        let transport = StubTransport { _ in .json("[]") }
        #expect(Recorder(makeClient(transport).send(Anything<[Int]>(path: "/a/../\("b")"))).hasSingleElement)
        #expect(transport.requests.first?.path == "/api/v2/a/../b")
    }

    private enum Sort: String, QueryValue {
        case byCount = "by count"
    }

    @Test func interpolatesPathsAndEnumerationCases() {
        let inner: URLPath = "/a/\("b c")"
        let paths: [URLPath] = ["\(inner)/x", "/list/\(Sort.byCount)", "/c/\(path: "a/\u{301}b")"]
        #expect(paths == ["/a/b%20c/x", "/list/by%20count", "/c/a/%CC%81b"])
    }

    @Test func rejectsPartlyEncodedDotSegment() throws {
        let client = makeClient(StubTransport { _ in .json("1") })
        let error = try Recorder(client.send(Anything<Int>(path: "/c/\(".")%2e"))).failure()
        #expect(error.reason.contains("which changes the requested resource"))
    }
}

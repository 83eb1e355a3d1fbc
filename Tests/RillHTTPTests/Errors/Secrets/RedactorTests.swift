import Foundation
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RedactorTests {
    private static func redactor(knowing secret: String) -> Redactor {
        var redactor = Redactor()
        redactor.learn(secret)
        return redactor
    }

    // MARK: Values

    private static let words = [
        ("パスワードabcd12です", "パスワード<redacted>です"), ("abcd12\u{9B}", "<redacted>\u{9B}"), ("no abcd12.", "no <redacted>."),
        ("xabcd12", "xabcd12"), ("abcd123", "abcd123"), ("éabcd12", "éabcd12"), ("abcd12é", "abcd12é"),
        ("“abcd12”", "“<redacted>”"), ("é abcd12 é", "é <redacted> é"), ("a%20abcd12", "a%20<redacted>"),
        (#"a\nabcd12"#, #"a\n<redacted>"#),
    ].map { ("abcd12", $0.0, $0.1) }

    private static let escapes = [
        (
            "a/b \"cde\"", #"x%2F%20\n\u00e9a%2Fb%20%22cde%22\/x a\/b \"cde\"\\ %zz \q"#,
            #"x%2F%20\n\u00e9<redacted>\/x <redacted>\\ %zz \q"#
        ),
        // A secret that contains escapes is found unchanged.
        (#"a%25\\b%41"#, #"-a%25\\b%41-"#, "-<redacted>-"), (#"\u0041%%\\\"#, #"-\u0041%%\\\-"#, "-<redacted>-"),
    ]

    /// A short secret is redacted as a word, with or without escapes, but not if it is too short.
    @Test(arguments: words + escapes + [("abc", "abc", "abc")])
    func redactsSecretInText(secret: String, text: String, expected: String) {
        #expect(Self.redactor(knowing: secret).text(text) == expected)
    }

    /// A string ends with its line.
    @Test(arguments: [
        "data: 5\" pipe\n\ndata: {\"password\":\"SECRET\"}\n\n", "event: \"hi\rdata: {\"password\":\"SECRET\"}\r\r",
        "{\"a\":\"cut\n{\"password\":\"SECRET\"}\n", "\u{1E}{\"a\":\"cut\u{1E}{\"password\":\"SECRET\"}\n",
    ])
    func oddQuoteDoesNotAffectNextRecord(text: String) {
        for type in ["text/event-stream", "application/x-ndjson", "application/json-seq"] {
            var redactor = Redactor()
            redactor.learn(body: Array(text.utf8), as: BodyFormat(type))
            #expect(redactor.text("no SECRET.") == "no <redacted>.")
        }
    }

    @Test func secretValueWithLineBreaksIsRedacted() {
        let body = "{\"private_key\":\"-----BEGIN\nMII12\n-----END\" ,\"password\":\"hunter2\",\"a\":1}"
        let clean = Redactor().body(Array(body.utf8), as: .json)
        #expect(
            String(decoding: clean, as: UTF8.self)
                == "{\"private_key\":\"<redacted>\" ,\"password\":\"<redacted>\",\"a\":1}")
    }

    @Test(arguments: ["https://x/#/cb?code=SECRET12345", "https://x/a?b?key=SECRET12345"])
    func queryInFragmentIsRedacted(url: String) {
        #expect(Redactor().url(url) == url.replacing("SECRET12345", with: "<redacted>"))
    }

    @Test func adjacentAndOverlappingSecretsBecomeOneMark() {
        var redactor = Self.redactor(knowing: "abcdefgh")
        redactor.learn("efghijkl")
        #expect(redactor.text("-abcdefghijkl-abcdefghefghijkl-") == "-<redacted>-<redacted>-")
    }

    @Test(arguments: ["abcd", "abcd1", "abcd12", "abcd123"])
    func shortSecretIsFoundInBase64(secret: String) {
        let text = Self.redactor(knowing: secret).text("no \(Data(secret.utf8).base64EncodedString()).")
        #expect(text.hasPrefix("no <redacted>"))
    }

    @Test(arguments: [
        // Invalid escapes are found unchanged.
        ("/?token=%FFabcdefgh%FE", "no %FFabcdefgh%FE.", "no <redacted>."),
        ("https://a:%FFabcdefgh%FE@h/", "no %FFabcdefgh%FE.", "no <redacted>."),
        // The short value of an ambiguous name is found only there.
        ("/?key=message&code=12345678&api_key=abcd", "message 12345678 abcd", "message <redacted> <redacted>"),
    ])
    func secretOfURLIsFoundInText(url: String, text: String, expected: String) {
        var redactor = Redactor()
        redactor.learn(url: url)
        #expect(redactor.text(text) == expected)
    }

    @Test func bodyIsReadAsItsTypeAfterRedirect() {
        let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let first = HTTPRequest(method: .post, scheme: "https", authority: "h", path: "/", headerFields: type)
        let second = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/", headerFields: [:])
        let redactor = Redactor(requests: [first, second], body: HTTPBody("password=abcdefgh"))
        #expect(redactor.text("no abcdefgh.") == "no <redacted>.")
    }

    // MARK: Formats

    @Test(arguments: [
        ("https://h/oauth/token/info", "https://h/oauth/token/info"),
        ("https://h/oauth/token/revoke?token=s3cr3t", "https://h/oauth/token/revoke?token=<redacted>"),
        ("https://h/cb?code=s3cr3t&state=1#x", "https://h/cb?code=<redacted>&state=1#x"),
        ("https://h/cb#access_token=s3cr3t&a=1", "https://h/cb#access_token=<redacted>&a=1"),
        ("https://user:s3cr3t@h/x", "https://<redacted>@h/x"), ("//user:s3cr3t@h", "//<redacted>@h"),
        ("http://h:8080/@scope/name", "http://h:8080/@scope/name"), ("https://h/react@18/x", "https://h/react@18/x"),
        ("/?tokens=5&q=1", "/?tokens=5&q=1"), ("/?api%5Fkey=s3cr3t", "/?api%5Fkey=<redacted>"),
    ])
    func keepsHarmlessPartsOfURL(url: String, expected: String) {
        #expect(Redactor().url(url) == expected)
    }

    @Test(arguments: [
        ("Bearer abcdefgh", "application/json", #"{"a":"no abcdefgh","b":[1]}"#, #"{"a":"no <redacted>","b":[1]}"#),
        ("12345678", "application/json", #"{"token":12345678,"b":"12345678"}"#, #"{"token":0,"b":"<redacted>"}"#),
        ("Bearer abcdefgh", "application/json", #"{"password":["too short"]}"#, #"{"password":["too short"]}"#),
        ("Bearer abcdefgh", "application/xml", "<a>no abcdefgh</a>", "<a>no &lt;redacted&gt;</a>"),
        ("Bearer abcdefgh", "text/plain", "no abcdefgh", "no <redacted>"),
        ("Bearer abcdefgh", "text/plain", "\0abcdefgh", "\0********"),
        ("Bearer abcdefgh", "text/plain", "\0abcdefghabcdefgh-", "\0****************-"),
        ("Bearer null", "application/json", #"{"a":null}"#, #"{"a":null}"#),
        ("Bearer abcd12", "application/json", #"{"abcd12":"abcd12"}"#, #"{"abcd12":"<redacted>"}"#),
        ("Bearer abcdefgh", "application/json", #"{"abcdefgh":"a"}"#, #"{"<redacted>":"a"}"#),
        ("Bearer {\"a\": 1, \"b\": 2}", "application/json", #"[{"a": 1, "b": 2}]"#, #"["<redacted>"]"#),
        ("Bearer nabcdefgh", "application/json", #"["\nabcdefgh", "\\nabcdefgh"]"#, #"["\nabcdefgh", "\\<redacted>"]"#),
        ("Bearer e9abcdefgh", "application/json", #"["\u00e9abcdefgh"]"#, #"["\u00e9abcdefgh"]"#),
    ])
    func errorDecoderReceivesSameFormat(value: String, type: String, body: String, expected: String) {
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "h", path: "/", headerFields: [.authorization: value])
        let clean = Redactor(request: request).withoutKnownSecrets(Data(body.utf8), type: type)
        #expect(String(decoding: clean, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("application/json", #"{"tokens":[1,[2]],"token":[3]}"#, #"{"tokens":[1,[2]],"token":[0]}"#),
        ("application/json", #"{"a":"app://h?token=b"}"#, #"{"a":"app://h?token=<redacted>"}"#),
        (
            "application/json", #"{"a":"grant_type","grant_type":"b","code":"c"}"#,
            #"{"a":"grant_type","grant_type":"b","code":"<redacted>"}"#
        ),
        (
            "text/event-stream", "event: a\ndata: {\"token\":\"b\",\ndata: \"n\":1}\n\n",
            "event: a\ndata: {\"token\":\"<redacted>\",\ndata: \"n\":1}\n\n"
        ),
    ])
    func findsSecretNames(type: String, body: String, expected: String) {
        let clean = Redactor().body(Array(body.utf8), as: BodyFormat(type))
        #expect(String(decoding: clean, as: UTF8.self) == expected)
    }

    /// A long value before it shrinks, so that the end of the searched part becomes visible.
    @Test func secretAtTheEndOfTheSearchedPartIsNotShown() {
        let start = "{\"note\":\"\(String(repeating: "n", count: 200))\",\"token\":\""
        let end = #"","a":"no abcdefgh1"#
        let filling = String(repeating: "x", count: BodyText.window - start.utf8.count - end.utf8.count)
        let text = BodyText.prefix(
            of: Data((start + filling + end + "2345678\"}").utf8), type: "application/json",
            redactor: Self.redactor(knowing: "abcdefgh12345678"))
        #expect(text.hasPrefix(#"{"note":"nnn"#))
        #expect(!text.contains("abcd"))
    }

    // MARK: Time

    @Test func learnsInLinearTime() {
        expectLinearTime(size: 1 << 13) { size in
            (0..<size).map { "https://h/?token=abcdefgh\($0)" }
        } _: { urls in
            var redactor = Redactor()
            for url in urls { redactor.learn(url: url) }
        }
    }

    @Test(
        arguments: [
            "password", "\"password\":\"", "password\\\\", "://a:@", "{\"token\":[", "%25", "\\\\", "user[", "token=",
            "aaaaaaa", "A_", "\\u0041", "%", "\\", "[1,", "\"https://",
        ])
    func takesLinearTime(part: String) {
        let redactor = Redactor(
            request: HTTPRequest(
                method: .get, scheme: "https", authority: "h", path: "/?token=\(String(repeating: "a", count: 1_000))"))
        expectLinearTime(size: 1 << 16) {
            String(repeating: part, count: $0 / part.utf8.count)
        } _: { text in
            #expect(!redactor.text(text).isEmpty)
            #expect(!redactor.url(text).isEmpty)
            for type in ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"] {
                #expect(!redactor.body(Array(text.utf8), as: BodyFormat(type)).isEmpty)
            }
        }
    }

    @Test func findsEachOfManySecrets() {
        var redactor = Redactor()
        for number in 0..<2_000 { redactor.learn("s3cr3t-\(number)-x") }
        redactor.learn("k", minimumLength: 1)
        let text = redactor.text("a s3cr3t-1-x, s3cr3t-1999-x. k s3cr3t-2000-x")
        #expect(text == "a <redacted>, <redacted>. <redacted> s3cr3t-2000-x")
    }
}

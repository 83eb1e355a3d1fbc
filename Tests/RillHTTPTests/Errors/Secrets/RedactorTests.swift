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

    @Test(arguments: [
        ("パスワードabcd12です", "パスワード<redacted>です"), ("abcd12\u{9B}", "<redacted>\u{9B}"), ("no abcd12.", "no <redacted>."),
        ("xabcd12", "xabcd12"), ("abcd123", "abcd123"), ("éabcd12", "éabcd12"), ("abcd12é", "abcd12é"),
        ("“abcd12”", "“<redacted>”"), ("é abcd12 é", "é <redacted> é"), ("a%20abcd12", "a%20<redacted>"),
        (#"a\nabcd12"#, #"a\n<redacted>"#),
    ])
    func shortSecretIsFoundAsWord(text: String, expected: String) {
        #expect(Self.redactor(knowing: "abcd12").text(text) == expected)
    }

    @Test func tooShortSecretIsNotKnown() {
        #expect(Self.redactor(knowing: "abc").text("abc") == "abc")
    }

    @Test func adjacentAndOverlappingSecretsBecomeOneMark() {
        var redactor = Self.redactor(knowing: "abcdefgh")
        redactor.learn("efghijkl")
        #expect(redactor.text("-abcdefghijkl-abcdefghefghijkl-") == "-<redacted>-<redacted>-")
    }

    @Test func escapesAreKeptOutsideOfSecrets() {
        let redactor = Self.redactor(knowing: "a/b \"cde\"")
        let text = #"x%2F%20\n\u00e9a%2Fb%20%22cde%22\/x a\/b \"cde\"\\ %zz \q"#
        #expect(redactor.text(text) == #"x%2F%20\n\u00e9<redacted>\/x <redacted>\\ %zz \q"#)
    }

    @Test func secretWithEscapesIsFoundUnchanged() {
        for secret in [#"a%25\\b%41"#, #"\u0041%%\\\"#] {
            #expect(Self.redactor(knowing: secret).text("-\(secret)-") == "-<redacted>-")
        }
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
    ])
    func errorDecoderReceivesSameFormat(value: String, type: String, body: String, expected: String) {
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "h", path: "/", headerFields: [.authorization: value])
        let clean = Redactor(request: request).withoutKnownSecrets(Data(body.utf8), type: type)
        #expect(String(decoding: clean, as: UTF8.self) == expected)
    }

    // MARK: Time

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
}

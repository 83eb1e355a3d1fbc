import Foundation
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

/// Tests that known secrets are found in every spelling.
@Suite struct SecretSpellingsTests {
    private static let secret = "pä\"ss'w&rd<ü>\\😀/"

    @Test(arguments: [
        secret,
        // JSON: unchanged, with escaped slashes, and in ASCII.
        #"pä\"ss'w&rd<ü>\\😀/"#, #"pä\"ss'w&rd<ü>\\😀\/"#, #"p\u00e4\"ss'w&rd<\u00fc>\\\ud83d\ude00/"#,
        #"p\u00E4\"ss'w&rd<\u00FC>\\\uD83D\uDE00/"#,
        // HTML and Python.
        #"pä&quot;ss&#39;w&amp;rd&lt;ü&gt;\😀/"#, #"pä&quot;ss&#x27;w&amp;rd&lt;ü&gt;\😀/"#, #"pä"ss\'w&rd<ü>\\😀/"#,
    ])
    func redactsSecretInEverySpelling(spelling: String) throws {
        let body = try JSONSerialization.data(withJSONObject: ["auth": ["password": Self.secret]])
        let redactor = Redactor(requests: [], body: HTTPBody(body, contentType: "application/json"))
        #expect(redactor.withoutKnownSecrets("it was \(spelling) that is wrong") == "it was <redacted> that is wrong")
    }

    @Test(arguments: [
        ("パスワードabcd12です", "パスワード<redacted>です"), ("abcd12\u{9B}", "<redacted>\u{9B}"), ("no abcd12.", "no <redacted>."),
        ("xabcd12", "xabcd12"), ("abcd123", "abcd123"), ("éabcd12", "éabcd12"), ("abcd12é", "abcd12é"),
        ("“abcd12”", "“<redacted>”"), ("é abcd12 é", "é <redacted> é"),
    ])
    func shortSecretIsFoundAsWord(text: String, expected: String) {
        var known = KnownSecrets()
        known.insert("abcd12")
        #expect(known.removed(from: text) == expected)
    }

    @Test func keepsNamesOfCredentialEndpoints() {
        let redactor = Redactor()
        let url = "https://identity.example/v3/users/u/credentials/OS-EC2/key"
        #expect(redactor.url(url) == url)
        #expect(redactor.url("https://qiita.com/api/v2/access_tokens/abc").hasSuffix("/access_tokens/<redacted>"))
    }
}

import Foundation
import Rill
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SecretNamesTests {
    private static let secret = [
        "user[password]", "user[new_password][]", "password_confirmation", "passwordConfirmation", "otp", "sms_otp",
        "pin",
        "pinCode", "PIN", "passcode", "tokens", "api_keys", "APIKeys", "session_key", "signing_key", "auth_key",
        "device_code", "code_verifier", "wsse:Password", "client_secret", "clientSecret2", "newPassword",
        "OAuthAccessToken", "X-Hub-Signature-256", "HTTP_X_AUTH_TOKEN", "db.password", "jwt", "id_token_hint",
        "adminPass",
        "csrfmiddlewaretoken", "PHPSESSID", "sessionId", "x.api.key", "connectionString", "SAMLResponse", "cookies",
    ]

    @Test(arguments: secret)
    func isSecretInEveryContext(name: String) {
        #expect(SecretNames.contains(name))
        #expect(SecretNames.contains(name, in: .query))
        #expect(SecretNames.contains(name, in: .field))
    }

    private static let harmless = [
        "pinned", "keyboard", "tokenizer", "code", "key", "sid", "session", "status_code", "error_code", "token_type",
        "tokenType", "password_expires_at", "passwordExpirationInDays", "signature_algorithm", "X-Amz-SignedHeaders",
        "secretary", "author", "authority", "compass", "passenger", "passed", "design", "monkey", "primary_key",
        "sort-key",
        "public_key", "access_key_id", "token_endpoint", "authorization_endpoint", "shipping", "spin", "assertions", "",
        "_",
        "Idempotency-Key", "Access-Control-Allow-Credentials", "documentation_url", "hmacs", "cookie_consent", "broken",
    ]

    @Test(arguments: harmless)
    func isNotSecretInTexts(name: String) {
        #expect(!SecretNames.contains(name))
    }

    @Test func someNamesAreSecretOnlyInQueries() {
        for name in ["code", "key", "sid", "session", "ticket"] { #expect(SecretNames.contains(name, in: .query)) }
        for name in ["error_code", "keyboard", "q", "page", "state", "sort_key"] {
            #expect(!SecretNames.contains(name, in: .query))
        }
    }

    @Test func someNamesAreSecretOnlyInHeaderFields() throws {
        for name in [
            "X-Session", "X-OTP", "X-Pin", "X-Passcode", "X-Access-Code", "X-Jwt-Assertion", "X-Functions-Key",
            "Cookie",
            "Set-Cookie", "DPoP", "X-Auth-User", "Authorization", "Proxy-Authorization", "DD-Application-Key",
        ] {
            #expect(try #require(HTTPField.Name(name)).isSecret, "\(name)")
        }
        for name in [
            "WWW-Authenticate", "Proxy-Authenticate", "Author", "Idempotency-Key", "Content-Type", "X-Request-ID",
            "ETag",
            "Access-Control-Allow-Credentials", "X-Token-Type", "Content-Security-Policy", "X-RateLimit-Limit",
        ] {
            #expect(try !#require(HTTPField.Name(name)).isSecret, "\(name)")
        }
    }

    @Test func tokenCountIsNotSecret() {
        let redactor = Redactor()
        for text in [#"{"max_tokens":4096,"usage":{"total_tokens":12}}"#, "tokens=5&q=1", "tokens: 3 of 5"] {
            #expect(redactor.text(text) == text)
        }
        #expect(redactor.text(#"{"tokens":["abc"],"pin":1234}"#) == #"{"tokens":<redacted>,"pin":<redacted>}"#)
    }

    @Test func addedNameReplacesCachedResult() {
        #expect(!SecretNames.contains("unusual_digits"))
        SecretNames.add(["unusual_digits"])
        #expect(SecretNames.contains("unusual_digits"))
    }

    @Test func addedNamesAreSecretEverywhere() throws {
        let name = "made_up_number"
        #expect(!SecretNames.contains("X-Made-Up-Number", in: .field))
        #expect(!HTTPField.Name("x-made-up-number").isSecret)
        SecretNames.add([name, "-"])
        for name in ["made_up_number", "madeUpNumber", "X-Made-Up-Number", "old[made-up-number]"] {
            #expect(SecretNames.contains(name))
        }
        #expect(HTTPField.Name("x-made-up-number").isSecret)
        #expect(!SecretNames.contains("made_up") && !SecretNames.contains("number"))
        #expect(Redactor().text("madeUpNumber=12") == "madeUpNumber=<redacted>")
    }

    @Test(arguments: [
        ("https://h/oauth/token/info", "https://h/oauth/token/info"),
        ("https://h/oauth/token/revoke?token=s3cr3t", "https://h/oauth/token/revoke?token=<redacted>"),
        ("https://h/access_tokens/s3cr3t/info", "https://h/access_tokens/<redacted>/info"),
        ("https://h/password/reset/s3cr3t", "https://h/password/reset/<redacted>"),
        ("https://h/cb?code=s3cr3t&state=1#x", "https://h/cb?code=<redacted>&state=1#x"),
        ("https://h/cb#access_token=s3cr3t&a=1", "https://h/cb#access_token=<redacted>&a=1"),
        ("https://user:a/s3cr3t@h/x", "https://<redacted>@h/x"), ("https://user:a#s3cr3t@h", "https://<redacted>@h"),
        ("https://user:a?s3cr3t@h/x?y=1", "https://<redacted>@h/x?y=1"),
        ("http://h:8080/@scope/name", "http://h:8080/@scope/name"), ("https://h/react@18/x", "https://h/react@18/x"),
    ])
    func keepsHarmlessPartsOfURL(url: String, expected: String) {
        #expect(Redactor().url(url) == expected)
    }

    private static let texts = [
        (
            #"<a><wsse:Password Type="x">s3cr3t</wsse:Password></a>"#,
            #"<a><wsse:Password Type="x"><redacted></wsse:Password></a>"#
        ),
        ("<Password><![CDATA[s3c<r3t]]></Password>", "<Password><![CDATA[<redacted>]]></Password>"),
        ("<Token/><Code>NotFound</Code>", "<Token/><Code>NotFound</Code>"),
        (
            "<UserDelegationKey><SignedOid>1</SignedOid><Value>s3cr3t</Value></UserDelegationKey><Value>1</Value>",
            "<UserDelegationKey><SignedOid>1</SignedOid><Value><redacted></Value></UserDelegationKey><Value>1</Value>"
        ),
        (
            "<d:AccessToken>\n<d:Value>s3cr3t</d:Value>\n</d:AccessToken><d:Value>1</d:Value>",
            "<d:AccessToken>\n<d:Value><redacted></d:Value>\n</d:AccessToken><d:Value>1</d:Value>"
        ),
        ("<UserDelegationKey> <Value>s3cr", "<UserDelegationKey> <Value><redacted>"),
        (#"{"code":"s3cr3t","client_secret" : "s3cr3t"}"#, #"{"code":"<redacted>","client_secret" : "<redacted>"}"#),
        (#"{"code":"invalid","field":"client_secret"}"#, #"{"code":"invalid","field":"client_secret"}"#),
        (#"{"code":"not_found","pinned":true}"#, #"{"code":"not_found","pinned":true}"#),
        (
            #"{"log":"{\"a\":\"{\\\"pin\\\":\\\"s3\\\\\\\"cr3t\\\"}\"}"}"#,
            #"{"log":"{\"a\":\"{\\\"pin\\\":\\\"<redacted>\\\"}\"}"}"#
        ),
        ("see /login?code=s3cr3t&amp;x=1, exit code=3", "see /login?code=<redacted>&amp;x=1, exit code=3"),
        (#"{"X-Session": "a\"s3cr3t","b":1}"#, #"{"X-Session": "<redacted>","b":1}"#),
        ("{&quot;token&quot;:&quot;s3cr3t&quot;}", "{&quot;token&quot;:&quot;<redacted>&quot;}"),
        ("%7B%22token%22%3A%22s3cr3t%22%7D", "%7B%22token%22%3A%22<redacted>%22%7D"),
        ("cannot reach proxy http://user:a/s3cr3t@h:1 now", "cannot reach proxy http://<redacted>@h:1 now"),
        (#"{"HTTP_X_SESSION":"s3cr3t"}"#, #"{"HTTP_X_SESSION":"<redacted>"}"#),
    ]

    @Test(arguments: texts)
    func keepsHarmlessPartsOfText(text: String, expected: String) {
        #expect(Redactor().text(text) == expected)
    }

    @Test(
        arguments: [
            "password", "password ", "\"password\":\"", "password\\\\", "<Password ", "<Password>", "name=\"password\"",
            "://a:@", "{\"token\":[",
            "%25", "\\\\", "&amp;", "X-Token: a\"", "\"X-Token: a\",", "user[", "token=", "aaaaaaa", "A_",
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
        }
    }
}

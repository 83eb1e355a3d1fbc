import Foundation
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SecretNamesTests {
    private static let secret = [
        "user[password]", "user[new_password][]", "password_confirmation", "passwordConfirmation", "otp", "sms_otp",
        "pin", "pinCode", "PIN", "passcode", "tokens", "api_keys", "APIKeys", "session_key", "signing_key", "auth_key",
        "device_code", "code_verifier", "wsse:Password", "client_secret", "clientSecret2", "newPassword",
        "OAuthAccessToken", "X-Hub-Signature-256", "HTTP_X_AUTH_TOKEN", "db.password", "jwt", "id_token_hint",
        "adminPass", "csrfmiddlewaretoken", "PHPSESSID", "sessionId", "x.api.key", "connectionString", "SAMLResponse",
        "cookies",
    ]

    @Test(arguments: secret)
    func isSecretInEveryContext(name: String) {
        let found = [
            SecretNames.contains(name), SecretNames.contains(name, in: .query), SecretNames.contains(name, in: .field),
        ]
        #expect(found == [true, true, true])
    }

    private static let harmless = [
        "pinned", "keyboard", "tokenizer", "code", "key", "sid", "session", "status_code", "error_code", "token_type",
        "tokenType", "password_expires_at", "passwordExpirationInDays", "signature_algorithm", "X-Amz-SignedHeaders",
        "secretary", "author", "authority", "compass", "passenger", "passed", "design", "monkey", "primary_key",
        "sort-key", "public_key", "access_key_id", "token_endpoint", "authorization_endpoint", "shipping", "spin",
        "assertions", "",
        "_", "Idempotency-Key", "Access-Control-Allow-Credentials", "documentation_url", "hmacs", "cookie_consent",
        "broken",
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
            "Cookie", "Set-Cookie", "DPoP", "X-Auth-User", "Authorization", "Proxy-Authorization", "DD-Application-Key",
            "X-Registry-Auth", "X-Sentry-Auth",
        ] {
            #expect(try #require(HTTPField.Name(name)).isSecret, "\(name)")
        }
        for name in [
            "WWW-Authenticate", "Proxy-Authenticate", "Author", "Idempotency-Key", "Content-Type", "X-Request-ID",
            "ETag", "Access-Control-Allow-Credentials", "X-Token-Type", "Content-Security-Policy", "X-RateLimit-Limit",
        ] {
            #expect(try !#require(HTTPField.Name(name)).isSecret, "\(name)")
        }
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
        #expect(Redactor().url("/?madeUpNumber=12") == "/?madeUpNumber=<redacted>")
    }
}

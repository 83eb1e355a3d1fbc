import Foundation
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillOAuth

/// Tests which parts of a credential are secrets.
@Suite struct CredentialPartsTests {
    private static let base64 = Data("bob:p:w!1".utf8).base64EncodedString()

    @Test(
        arguments: [
            ("Bearer tok1234", ["tok1234"], []), ("Bearer \t tok1234 ", ["tok1234"], []),
            ("bearer tok1234==", ["tok1234=="], []), ("tok1234", ["tok1234"], []),
            ("Basic \(base64)", [base64, "p:w!1"], ["bob"]),
            ("basic   \(base64.drop { $0 == "=" })", ["p:w!1"], ["bob"]),
            ("Basic Ym9iOnDk9g==", ["p\u{E4}\u{F6}"], ["bob"]),
            ("Basic OnA0c3M=", ["p4ss"], []), ("Basic dDBrZW46", ["t0ken"], []), ("Basic dDBrZW4=", ["t0ken"], []),
            ("Token token=\"tok1234\", email=\"a@b.example\"", ["tok1234"], ["a@b.example"]),
            (
                "MediaBrowser Client=\"web ui\", Device=\"tv, old\", Token=\"tok1234\"", ["tok1234"],
                ["web ui", "tv, old", "old"]
            ),
            (
                "AWS4-HMAC-SHA256 Credential=AKID99/20260101/us/s3/aws4_request, SignedHeaders=host;range, Signature=5e7a9b",
                ["AKID99/20260101/us/s3/aws4_request", "5e7a9b"], ["host", "range", "us"]
            ),
            ("Hawk id=\"i9\", ts=\"1353\", nonce=\"j4h3\", mac=\"6R4r=\"", ["6R4r="], ["1353", "j4h3"]),
            (
                "OAuth oauth_consumer_key=\"k3y\",oauth_token=\"tok1234\",oauth_signature=\"se%26cret%2B\",oauth_version=\"1.0\"",
                ["tok1234", "se%26cret%2B", "cret+"], ["k3y", "1.0"]
            ),
            ("SharedKey account:sig+/9=", ["account:sig+/9=", "sig+/9="], ["account"]),
            (
                "Digest username=\"bob\", realm=\"r\", uri=\"/private\", nonce=\"n0nce\", response=\"5e7a9b\"",
                ["5e7a9b"], ["bob", "/private", "n0nce"]
            ),
            ("Digest response=\"a\\\"b\"", [#"a"b"#], []),
            ("Custom profile=\"admin\", role=owner, key=k3y9", ["k3y9"], ["admin", "owner"]),
            ("Custom key = \"a b\"", ["a b"], []), ("token=tok1234", ["tok1234"], []),
        ] as [(String, [String], [String])])
    func findsSecretsOfEveryScheme(value: String, secrets: [String], others: [String]) {
        let found = CredentialParts.values(ofField: "authorization", value)
        for secret in secrets { #expect(found.contains(secret), "\(found)") }
        for other in others { #expect(!found.contains(other), "\(found)") }
    }

    @Test func findsEachLongCookie() {
        let value = "theme=dark; sid=\"a1b2c3d4\";x=1=2=3=4=5; nameless1; ;y=zzzzzzzz"
        let found = CredentialParts.values(ofField: "cookie", value)
        #expect(found == ["a1b2c3d4", "1=2=3=4=5", "nameless1", "zzzzzzzz"])
    }
}

import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct OAuthDiscoveryTests {
    private func document(_ issuer: String, token: String = "https://h/token", more: String = "") -> String {
        #"{"issuer":"\#(issuer)","token_endpoint":"\#(token)"\#(more)}"#
    }

    private func discover(_ issuer: String, _ document: String) -> Recorder<OAuthServer> {
        Recorder(OAuthServer.discover(issuer, transport: StubTransport { _ in .json(document) }))
    }

    @Test func readsDocument() {
        let more =
            #","authorization_endpoint":"https://h/a","device_authorization_endpoint":"https://h/d""#
            + #","revocation_endpoint":"https://h/r","scopes_supported":["openid"]"#
        let recorder = discover("https://h", document("https://h", more: more))
        #expect(
            recorder.values == [
                OAuthServer(
                    issuer: "https://h", tokenEndpoint: "https://h/token", authorizationEndpoint: "https://h/a",
                    deviceAuthorizationEndpoint: "https://h/d", revocationEndpoint: "https://h/r")
            ])
        #expect(recorder.isCompleted)
    }

    @Test(arguments: [
        ("https://h", "https://h/.well-known/oauth-authorization-server", "https://h/.well-known/openid-configuration"),
        (
            "https://h/", "https://h/.well-known/oauth-authorization-server",
            "https://h/.well-known/openid-configuration"
        ),
        (
            "https://h/a/b", "https://h/.well-known/oauth-authorization-server/a/b",
            "https://h/a/b/.well-known/openid-configuration"
        ),
    ])
    func requestsOpenIDDocumentAfterFirst(issuer: String, first: String, second: String) {
        let document = self.document(issuer)
        let transport = StubTransport { $0.path.contains("openid") ? .json(document) : .status(404) }
        let recorder = Recorder(OAuthServer.discover(issuer, transport: transport))
        #expect(recorder.values.map(\.issuer) == [issuer])
        #expect(transport.requests.map(\.url) == [first, second])
    }

    @Test func requestsOpenIDDocumentAfterPage() {
        let document = self.document("https://h", more: #","authorization_response_iss_parameter_supported":true"#)
        // A document with another media type is a page, too.
        for page in ["<html></html>", self.document("https://h")] {
            let transport = StubTransport {
                $0.path.contains("openid") ? .json(document) : .text(page, type: "text/html")
            }
            let recorder = Recorder(OAuthServer.discover("https://h", transport: transport))
            #expect(recorder.values.map(\.redirectsContainIssuer) == [true])
            #expect(transport.requests.count == 2)
        }
    }

    @Test func emptyEndpointsAreMissing() {
        let more = #","authorization_endpoint":"","device_authorization_endpoint":"","revocation_endpoint":"""#
        let recorder = discover("https://h", document("https://h", more: more))
        #expect(recorder.values == [OAuthServer(issuer: "https://h", tokenEndpoint: "https://h/token")])
    }

    @Test func wrongIssuerSendsNoSecondRequest() {
        let document = self.document("https://attacker.example")
        let transport = StubTransport { _ in .json(document) }
        #expect(Recorder(OAuthServer.discover("https://h", transport: transport)).error is OAuthSignInError)
        #expect(transport.requests.count == 1)
    }

    @Test func serverErrorSendsNoSecondRequest() throws {
        let transport = StubTransport { _ in .status(503) }
        #expect(try Recorder(OAuthServer.discover("https://h", transport: transport)).failure().status == 503)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: ["https://h/", "https://H", "http://h", "https://attacker.example", "https://h:443", ""])
    func otherIssuerFails(issuer: String) {
        let error = discover("https://h", document(issuer)).error as? OAuthSignInError
        #expect(error?.reason == .unsupported)
        #expect("\(error as Any)".contains("instead of \"https://h\""))
    }

    @Test func missingIssuerFails() {
        #expect(discover("https://h", #"{"token_endpoint":"https://h/t"}"#).error is OAuthSignInError)
    }

    @Test(arguments: [
        "http://h", "h", "", "ftp://h", "https://u:plan7ed@h", "https://h?a=b", "https://h#a", "http://127.0.0.1.h",
    ])
    func invalidIssuerFailsBeforeSending(issuer: String) {
        let transport = StubTransport { _ in .never }
        let recorder = Recorder(OAuthServer.discover(issuer, transport: transport))
        #expect((recorder.error as? OAuthSignInError)?.reason == .unsupported)
        #expect(!"\(recorder.error as Any)".contains("plan7ed"))
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        ("http://h/token", ""), ("https://h/token", #","authorization_endpoint":"http://h/a""#),
        ("https://h/token", #","authorization_endpoint":"javascript:alert(1)""#),
        ("https://h/token", #","revocation_endpoint":"http://h/r""#),
        ("https://h/token", #","device_authorization_endpoint":"http://h/d""#),
    ])
    func insecureEndpointsFail(token: String, more: String) {
        let error = discover("https://h", document("https://h", token: token, more: more)).error as? OAuthSignInError
        #expect(error?.reason == .unsupported)
    }

    @Test(arguments: ["<html></html>", "[]", #"{"issuer":"https://h"}"#]) func undecodableMetadataFails(text: String) {
        #expect((discover("https://h", text).error as? APIError)?.stage == .decoding)
    }
}

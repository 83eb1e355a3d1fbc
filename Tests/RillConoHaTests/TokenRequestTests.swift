import Foundation
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tokens of version 3.
@Suite struct TokenRequestTests {
    private static let line = "POST https://identity.test/v3/auth/tokens"
    private static let password = Identity.password(user: .id("u1"), password: "pw")

    private func issue(
        _ identity: Identity, _ scope: Scope? = nil, includesCatalog: Bool = true,
        response: StubTransport.Response = .json(
            Fixtures.token, status: .created, fields: Fixtures.subject("the-token"))
    ) -> Exchange<Token> {
        Exchange(response) { $0.token(identity, scope: scope, includesCatalog: includesCatalog) }
    }

    @Test(arguments: [
        (
            Identity.password(user: .id("u1"), password: "pw"),
            #""methods":["password"],"password":{"user":{"id":"u1","password":"pw"}}"#
        ),
        (
            .password(user: .name("gncu"), password: "pw"),
            #""methods":["password"],"password":{"user":{"name":"gncu","password":"pw"}}"#
        ),
        (
            .password(user: .name("gncu", domain: .id("default")), password: "pw"),
            #""methods":["password"],"password":{"user":{"domain":{"id":"default"},"name":"gncu","password":"pw"}}"#
        ),
        (
            .password(user: .name("gncu", domain: .name("Default")), password: "pw"),
            #""methods":["password"],"password":{"user":{"domain":{"name":"Default"},"name":"gncu","password":"pw"}}"#
        ),
        (.token("first"), #""methods":["token"],"token":{"id":"first"}"#),
        (
            .applicationCredential(id: "ac", secret: "s"),
            #""application_credential":{"id":"ac","secret":"s"},"methods":["application_credential"]"#
        ),
        (
            .applicationCredential(name: "backup", user: .name("gncu", domain: .id("default")), secret: "s"),
            #""application_credential":{"name":"backup","secret":"s","user":{"domain":{"id":"default"},"name":"gncu"}},"methods":["application_credential"]"#
        ),
        (
            .applicationCredential(name: "backup", user: .id("u1"), secret: "s"),
            #""application_credential":{"name":"backup","secret":"s","user":{"id":"u1"}},"methods":["application_credential"]"#
        ),
    ])
    func encodesEachAuthenticationMethod(identity: Identity, json: String) throws {
        let exchange = issue(identity)
        #expect(exchange.sent == [SentRequest(Self.line, body: #"{"auth":{"identity":{\#(json)}}}"#)])
        #expect(try exchange.value().id == "the-token")
    }

    @Test(arguments: [
        (Scope?.none, ""), (.unscoped, #","scope":"unscoped""#),
        (.project(.id("p1")), #","scope":{"project":{"id":"p1"}}"#),
        (.project(.name("gnct")), #","scope":{"project":{"name":"gnct"}}"#),
        (
            .project(.name("gnct", domain: .id("default"))),
            #","scope":{"project":{"domain":{"id":"default"},"name":"gnct"}}"#
        ),
        (
            .project(.name("gnct", domain: .name("Default"))),
            #","scope":{"project":{"domain":{"name":"Default"},"name":"gnct"}}"#
        ),
        (.domain(.id("default")), #","scope":{"domain":{"id":"default"}}"#),
        (.domain(.name("Default")), #","scope":{"domain":{"name":"Default"}}"#),
        (.system, #","scope":{"system":{"all":true}}"#),
        (.trust(id: "t1"), #","scope":{"OS-TRUST:trust":{"id":"t1"}}"#),
    ])
    func encodesEachScope(scope: Scope?, json: String) throws {
        let exchange = issue(Self.password, scope)
        let identity = #""identity":{"methods":["password"],"password":{"user":{"id":"u1","password":"pw"}}}"#
        #expect(exchange.sent == [SentRequest(Self.line, body: #"{"auth":{\#(identity)\#(json)}}"#)])
        _ = try exchange.value()
    }

    @Test func omitsCatalogOnRequest() {
        #expect(issue(Self.password, includesCatalog: false).sent.map(\.line) == [Self.line + "?nocatalog"])
        let validated = Exchange(.json(Fixtures.unscopedToken)) { $0.validate("s", includesCatalog: false) }
        #expect(validated.sent.map(\.line) == ["GET https://identity.test/v3/auth/tokens?nocatalog"])
        #expect(validated.recorder.values.count == 1)
    }

    @Test func decodesProjectScopedToken() throws {
        let token = try issue(Self.password).value()
        let domain = Domain(id: "default", name: "Default")
        #expect(
            token
                == Token(
                    id: "the-token", methods: [.token, .password],
                    user: Token.User(id: "72ca", name: "gncu00000001", domain: domain), auditIDs: ["3T2d"],
                    issuedAt: Fixtures.issued, expiresAt: Fixtures.issued + 86_400,
                    grant: Token.Grant(
                        project: Token.Project(id: "3c4e", name: "gnct00000001", domain: domain), isDomain: false,
                        roles: [Role(id: "84", name: "member")]), catalog: token.catalog))
        #expect(token.project?.id == "3c4e")
        #expect(token.roles.map(\.name) == ["member"])
        #expect(token.catalog?.services.map(\.name) == ["keystone", nil])
    }

    @Test func decodesUnscopedToken() throws {
        let token = try issue(
            Self.password, response: .json(Fixtures.unscopedToken, status: .created, fields: Fixtures.subject("t"))
        ).value()
        #expect(token.grant == Token.Grant())
        #expect(token.catalog == nil)
    }

    @Test func decodesOtherScopes() throws {
        func grant(_ json: String) throws -> Token.Grant {
            let body = #"{"token":{"methods":["x509"],\#(Fixtures.user),\#(Fixtures.times),\#(json)}}"#
            return try issue(Self.password, response: .json(body, status: .created, fields: Fixtures.subject("t")))
                .value().grant
        }
        #expect(try grant(#""system":{"all":true}"#) == Token.Grant(isSystem: true))
        #expect(
            try grant(#""domain":{"id":"d","name":"D"}"#) == Token.Grant(domain: Domain(id: "d", name: "D")))
        #expect(
            try grant(#""OS-TRUST:trust":{"id":"t1","impersonation":true,"trustor_user":{"id":"a"}}"#)
                == Token.Grant(trust: Token.Trust(id: "t1", isImpersonated: true)))
        #expect(
            try grant(#""application_credential":{"id":"ac","name":"backup","restricted":true}"#)
                == Token.Grant(
                    applicationCredential: Token.ApplicationCredential(id: "ac", name: "backup", isRestricted: true)))
    }

    @Test(arguments: ["X-Subject-Token", "x-subject-token", "X-SUBJECT-TOKEN"])
    func matchesSubjectTokenFieldCaseInsensitively(name: String) throws {
        let response = StubTransport.Response.json(
            Fixtures.token, status: .created, fields: Fixtures.subject("from-the-field", as: name))
        #expect(try issue(Self.password, response: response).value().id.value == "from-the-field")
    }

    @Test func usesFirstOfDuplicateTokenFields() throws {
        let fields: HTTPFields = [.subjectToken: "twice", .subjectToken: "twice"]
        let response = StubTransport.Response.json(Fixtures.token, status: .created, fields: fields)
        #expect(try issue(Self.password, response: response).value().id.value == "twice")
    }

    @Test(arguments: [HTTPFields(), Fixtures.subject("")])
    func failsWithoutSubjectToken(fields: HTTPFields) throws {
        let error = try issue(Self.password, response: .json(Fixtures.token, status: .created, fields: fields))
            .recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix("no token in the response: the header field X-Subject-Token is missing"))
    }

    // MARK: Validation and revocation

    @Test(arguments: [Fixtures.subject("echoed"), [:]])
    func sendsValidateRequest(fields: HTTPFields) throws {
        let exchange = Exchange(.json(Fixtures.token, fields: fields)) { $0.validate("asked") }
        #expect(
            exchange.sent == [
                SentRequest(
                    "GET https://identity.test/v3/auth/tokens", [.authToken: "own-token", .subjectToken: "asked"])
            ])
        #expect(try exchange.value().id.value == (fields.isEmpty ? "asked" : "echoed"))
    }

    @Test(arguments: [(HTTPResponse.Status.ok, true), (.noContent, true), (.notFound, false)])
    func sendsCheckRequest(status: HTTPResponse.Status, isValid: Bool) throws {
        let exchange = Exchange(.status(status, fields: [.contentType: "application/json"])) { $0.check("asked") }
        #expect(
            exchange.sent == [
                SentRequest(
                    "HEAD https://identity.test/v3/auth/tokens", [.authToken: "own-token", .subjectToken: "asked"])
            ])
        #expect(try exchange.value() == isValid)
    }

    @Test(arguments: [HTTPResponse.Status.ok, .notFound])
    func checkFailsForHTMLPage(status: HTTPResponse.Status) throws {
        let response = StubTransport.Response.status(status, fields: [.contentType: "text/html; charset=utf-8"])
        let error = try Exchange(response) { $0.check("asked") }.recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.contains("Check the base URL"))
    }

    @Test func sendsRevokeRequest() throws {
        let exchange = Exchange(.status(.noContent)) { $0.revoke("asked") }
        #expect(
            exchange.sent == [
                SentRequest(
                    "DELETE https://identity.test/v3/auth/tokens", [.authToken: "own-token", .subjectToken: "asked"])
            ])
        try exchange.value()
    }

    @Test func reportsServiceErrors() throws {
        #expect(
            try Exchange(Fixtures.errorResponse(.notFound)) { $0.validate("x") }.recorder.failure().conoHa?.code == 404)
        #expect(try Exchange(.status(.unauthorized)) { $0.check("x") }.recorder.failure().status == .unauthorized)
        #expect(
            try Exchange(Fixtures.errorResponse(.forbidden)) { $0.revoke("x") }.recorder.failure().conoHa?.title
                == "Forbidden")
        #expect(
            try Exchange(Fixtures.errorResponse(.forbidden)) { $0.catalog() }.recorder.failure().status == .forbidden)
    }
}

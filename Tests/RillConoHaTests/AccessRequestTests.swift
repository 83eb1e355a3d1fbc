import Foundation
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tokens of version 2.0.
@Suite struct AccessRequestTests {
    private static let line = "POST https://identity.test/v2.0/tokens"

    @Test(arguments: [
        (TenantReference?.none, #"{"auth":{"passwordCredentials":{"password":"p/\"w","username":"u"}}}"#),
        (.id("t1"), #"{"auth":{"passwordCredentials":{"password":"p/\"w","username":"u"},"tenantId":"t1"}}"#),
        (.name("gnct"), #"{"auth":{"passwordCredentials":{"password":"p/\"w","username":"u"},"tenantName":"gnct"}}"#),
    ])
    func sendsPasswordCredentials(tenant: TenantReference?, body: String) throws {
        let exchange = Exchange(.json(Fixtures.access)) {
            $0.access(.password(userName: "u", password: #"p/"w"#), tenant: tenant)
        }
        #expect(exchange.sent == [SentRequest(Self.line, body: body)])
        #expect(try exchange.value().user.id == "1111")
    }

    @Test func sendsExistingToken() throws {
        let exchange = Exchange(.json(Fixtures.access)) { $0.access(.token("first"), tenant: .id("t1")) }
        #expect(exchange.sent == [SentRequest(Self.line, body: #"{"auth":{"tenantId":"t1","token":{"id":"first"}}}"#)])
        #expect(try exchange.value().token.auditIDs == ["AAAA", "BBBB"])
    }

    @Test func decodesConoHaResponse() throws {
        let access = try Exchange(.json(Fixtures.access)) { $0.access(.token("x")) }.value()
        let tenant = Tenant(
            id: "fedc", name: "gnct00000001", description: "", domainID: "gnc",
            imageSizes: [.tyo1: "50GB", .sin1: "50GB", .sjc1: "550GB"])
        // A date without a time zone is in UTC.
        let issued = Date(timeIntervalSince1970: 1_456_805_106.5)
        #expect(
            access.token
                == Access.Token(
                    id: "0123456789abcdef0123456789abcdef", issuedAt: issued,
                    expiresAt: Date(timeIntervalSince1970: 1_456_891_506), tenant: tenant, auditIDs: ["AAAA", "BBBB"]))
        #expect(
            access.user
                == Access.User(
                    id: "1111", name: "gncu00000001", username: "gncu00000001", roles: [Role(name: "_member_")]))
        #expect(access.metadata == Access.Metadata(isAdmin: false, roles: ["9fe2"]))
        #expect(access.catalog.services.map(\.type) == [.compute, .identity])
        #expect(access.catalog.services.map(\.endpointsLinks?.count) == [0, 1])
        #expect(access.catalog.services.last?.endpointsLinks?.first?.rel == "next")
    }

    @Test func decodesUnscopedToken() throws {
        let access = try Exchange(.json(Fixtures.unscopedAccess)) { $0.access(.token("x")) }.value()
        #expect(access.token.tenant == nil)
        #expect(access.token.auditIDs == nil)
        #expect(access.catalog == Catalog())
        #expect(access.metadata?.isAdmin == true)
    }

    @Test(arguments: [("0", false), ("1", true), ("false", false), ("true", true)])
    func decodesIsAdminAsNumberOrBool(word: String, isAdmin: Bool) throws {
        let json = Fixtures.access.replacing(#""is_admin":0"#, with: #""is_admin":\#(word)"#)
        #expect(try Exchange(.json(json)) { $0.access(.token("x")) }.value().metadata?.isAdmin == isAdmin)
    }

    @Test func decodesMinimalKeystoneResponse() throws {
        let tenant = #"{"description":null,"enabled":true,"id":"fedc","name":"gnct00000001"}"#
        let exchange = Exchange(.json(#"{"tenants":[\#(tenant)],"tenants_links":[]}"#)) { $0.tenants() }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v2.0/tenants", [.authToken: "own-token"])])
        #expect(try exchange.value() == [Tenant(id: "fedc", name: "gnct00000001")])
        let bare = Fixtures.access.replacing(#","metadata":{"is_admin":0,"roles":["9fe2"]}"#, with: "")
            .replacing(#","roles":[{"name":"_member_"}],"roles_links":[]"#, with: "")
        let access = try Exchange(.json(bare)) { $0.access(.token("x")) }.value()
        #expect(access.metadata == nil)
        #expect(access.user.roles == [])
    }

    @Test(arguments: [("", ""), (#""serviceCatalog":null,"#, #","roles":null"#)])
    func decodesMissingOrNullListsAsEmpty(catalog: String, roles: String) throws {
        let json = Fixtures.unscopedAccess.replacing(#""serviceCatalog":[],"#, with: catalog)
            .replacing(#","roles":[],"roles_links":[]"#, with: roles)
        let access = try Exchange(.json(json)) { $0.access(.token("x")) }.value()
        #expect(access.catalog == Catalog() && access.user.roles == [])
        #expect(access.user.username == "admin" && access.metadata?.isAdmin == true)
    }

    @Test(arguments: [
        (#""enabled":true,"#, "", "access.token.tenant.enabled: missing"),
        (#""is_admin":0"#, #""is_admin":"no""#, "access.metadata.is_admin: expected Bool"),
        ("2016-03-02T04:05:06Z", "soon", "access.token.expires: expected a date"),
        (#""type":"compute","#, "", "access.serviceCatalog[0].type: missing"),
        (
            "50GB\",\"sin1", "50GB\",\"sin2_image_size\":7,\"sin1",
            "access.token.tenant.sin2_image_size: expected String"
        ),
    ])
    func reportsDecodingFailure(old: String, new: String, reason: String) throws {
        let json = Fixtures.access.replacing(old, with: new)
        try #require(json != Fixtures.access)
        let error = try Exchange(.json(json)) { $0.access(.token("x")) }.recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }

    @Test func failsWith401ForWrongPassword() throws {
        let error = try Exchange(Fixtures.errorResponse(.unauthorized, "no")) {
            $0.access(.password(userName: "u", password: "wrong-one"))
        }.recorder.failure()
        #expect(error.stage == .status)
        #expect(error.conoHa?.code == 401)
        #expect(
            "\(error)"
                == "POST https://identity.test/v2.0/tokens failed with status 401 Unauthorized: \"no\" (Unauthorized)")
    }
}

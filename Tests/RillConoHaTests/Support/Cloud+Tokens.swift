import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillServiceTestSupport
import Testing

/// Tests of versions and of version 3 tokens that every service must pass.
extension Cloud {
    func returnsVersions() async throws {
        let versions = try await client.versions().firstValue()
        let third = try #require(versions.first { $0.id.hasPrefix("v3.") })
        #expect(third.status == .stable)
        #expect(third.links.contains { $0.rel == .itself && $0.href.path().hasSuffix("/v3/") })
        #expect(third.mediaTypes.map(\.base) == ["application/json"])
        #expect(try await client.version(.v3).firstValue() == third)
    }

    func issuesUnscopedToken() async throws {
        for scope in [Scope?.none, .unscoped] {
            let token = try await client.token(identity, scope: scope).firstValue()
            #expect(!token.id.value.isEmpty)
            #expect(token.methods == [.password])
            #expect(token.user.name == userName)
            #expect(token.grant == Token.Grant())
            #expect(token.catalog == nil)
            #expect(token.expiresAt > token.issuedAt)
            #expect(token.auditIDs.count == 1)
        }
    }

    func issuesTokenByUserID() async throws {
        let id = try await client.token(identity).firstValue().user.id
        let token = try await client.token(.password(user: .id(id), password: password)).firstValue()
        #expect(token.user.id == id)
    }

    func issuesProjectScopedToken() async throws {
        let token = try await client.token(identity, scope: .project(project)).firstValue()
        let own = try #require(token.project)
        #expect(!token.roles.isEmpty)
        #expect(token.roles.allSatisfy { $0.id != nil })
        let catalog = try #require(token.catalog)
        #expect(try catalog.endpoint(for: .identity, region: region).url.contains("/v3"))
        #expect(throws: CatalogError.self) { try catalog.endpoint(for: "weather") }
        let byID = try await client.token(identity, scope: .project(.id(own.id))).firstValue()
        #expect(byID.project == own)
        let byName = try await client.token(identity, scope: .project(.name(own.name, domain: domain))).firstValue()
        #expect(byName.project == own)
        let bare = try await client.token(identity, scope: .project(project), includesCatalog: false).firstValue()
        #expect(bare.catalog == nil)
        #expect(bare.project == own)
    }

    func issuesTokenFromToken() async throws {
        let first = try await client.token(identity).firstValue()
        let second = try await client.token(.token(first.id), scope: .project(project)).firstValue()
        #expect(Set(second.methods) == [.token, .password])
        #expect(second.auditIDs.count == 2)
        #expect(second.auditIDs.last == first.auditIDs.first)
        #expect(second.expiresAt == first.expiresAt)
        #expect(second.project != nil)
        #expect(second.id != first.id)
    }

    func rejectsInvalidCredentials() async throws {
        let wrong = try await failure(of: client.token(.password(user: user, password: "wrong-password")))
        #expect(wrong.status == .unauthorized)
        #expect(wrong.conoHa?.title == "Unauthorized")
        #expect(wrong.headerFields[.wwwAuthenticate]?.hasPrefix("Keystone uri=\"http") == true)
        let stranger = Identity.password(user: .name("nobody-\(UUID().uuidString)", domain: domain), password: "x")
        try await expectErrors(
            401, of: client.token(stranger), client.token(identity, scope: .project(.id("nowhere"))),
            client.token(identity, scope: .trust(id: "none")))
        #expect(try await serviceError(of: client.token(.token("no-token"))).code == 404)
        let application = Identity.applicationCredential(id: "none", secret: "x")
        #expect(try await serviceError(of: client.token(application)).code == 404)
        try await expectErrors(401, of: client.catalog(), client.with(token: "no-token").tokenProjects())
    }

    /// For services that require a domain with each name.
    func rejectsNameWithoutDomain() async throws {
        let user = try await serviceError(of: client.token(.password(user: .name(userName), password: password)))
        #expect(user.code == 400)
        #expect(user.message.hasPrefix("Expecting to find domain in user."))
        let token = try await client.token(identity, scope: .project(project)).firstValue()
        let name = try #require(token.project?.name)
        let project = try await serviceError(of: client.token(identity, scope: .project(.name(name))))
        #expect(project.code == 400)
        #expect(project.message.hasPrefix("Expecting to find domain in project."))
    }

    func validatesToken() async throws {
        let (own, client) = try await loggedIn()
        let other = try await client.token(identity).firstValue()
        #expect(try await client.validate(other.id).firstValue() == other)
        #expect(try await client.validate(own.id).firstValue() == own)
        #expect(try await client.validate(own.id, includesCatalog: false).firstValue().catalog == nil)
        #expect(try await client.check(other.id).firstValue())
        #expect(try await client.check("no-token").firstValue() == false)
        #expect(try await serviceError(of: client.validate("no-token")).code == 404)
        #expect(try await failure(of: client.with(token: "bad").check(own.id)).status == .unauthorized)
    }

    func revokesToken() async throws {
        let (_, client) = try await loggedIn()
        let (other, otherClient) = try await loggedIn()
        _ = try await otherClient.tokenProjects().firstValue()
        try await client.revoke(other.id).firstValue()
        #expect(try await client.check(other.id).firstValue() == false)
        try await expectErrors(404, of: client.validate(other.id), client.revoke(other.id))
        #expect(try await serviceError(of: otherClient.tokenProjects()).code == 401)
        #expect(try await serviceError(of: client.token(.token(other.id))).code == 404)
        // A token can revoke itself.
        let (last, lastClient) = try await loggedIn()
        try await lastClient.revoke(last.id).firstValue()
        #expect(try await client.check(last.id).firstValue() == false)
    }

    func reportsMalformedRequests() async throws {
        let tokens = CustomRequest(
            method: .post, path: "/v3/auth/tokens", body: HTTPBody("{", contentType: "application/json"))
        let broken = try await serviceError(of: client.send(tokens))
        #expect(broken.code == 400)
        #expect(broken.message.hasPrefix("Expecting to find valid JSON in request body."))
        var other = tokens
        other.body = HTTPBody("{}", contentType: "text/plain")
        #expect(try await serviceError(of: client.send(other)).message.contains("Content-Type"))
        other.body = HTTPBody(#"{"auth":{}}"#, contentType: "application/json")
        let invalid = try await serviceError(of: client.send(other))
        #expect(invalid.code == 400)
        #expect(invalid.message.utf8.count > 2_000)
        #expect(invalid.message.hasPrefix("'identity' is a required property\n\n"))
        // An HTML error page, which still has a request ID.
        let page = try await failure(of: client.send(CustomRequest(path: "/v3/no-such-thing")))
        #expect(page.status == .notFound)
        #expect(page.conoHa == nil)
        #expect(page.bodyPrefix.contains("<title>404 Not Found</title>"))
        #expect(page.conoHaRequestID?.hasPrefix("req-") == true)
    }
}

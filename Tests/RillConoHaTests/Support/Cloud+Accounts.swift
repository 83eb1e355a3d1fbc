import Foundation
import Rill
import RillConoHa
import RillHTTP
import Testing

/// Tests of catalogs, projects, users and sessions that every service must pass.
extension Cloud {
    func returnsCatalog() async throws {
        let (token, client) = try await loggedIn()
        #expect(try await client.catalog().firstValue() == token.catalog)
        let unscoped = try await client.token(identity, scope: .unscoped).firstValue()
        #expect(try await serviceError(of: client.with(token: unscoped.id).catalog()).code == 403)
    }

    func returnsTokenProjects() async throws {
        let (token, client) = try await loggedIn()
        let projects = try await client.tokenProjects().firstValue()
        let own = try #require(projects.first { $0.id == token.project?.id })
        #expect(own.name == token.project?.name)
        #expect(own.isEnabled == true)
        #expect(own.domainID == token.project?.domain.id)
        let unscoped = try await client.token(identity, scope: .unscoped).firstValue()
        #expect(try await client.with(token: unscoped.id).tokenProjects().firstValue() == projects)
    }

    func returnsUser() async throws {
        let (token, client) = try await loggedIn()
        let user = try await client.user(id: token.user.id).firstValue()
        #expect(user.name == userName)
        #expect(user.isEnabled == true)
        #expect(user.domainID == token.user.domain.id)
        let code = try await serviceError(of: client.user(id: "nobody")).code
        #expect(code == 404 || code == 403)
    }

    func managesEC2Credentials() async throws {
        let (token, client) = try await loggedIn()
        let userID = token.user.id
        let tenantID = try #require(token.project?.id)
        let before = try await client.ec2Credentials(userID: userID).firstValue()
        let pair = try await client.createEC2Credential(userID: userID, tenantID: tenantID).firstValue()
        #expect(pair.userID == userID && pair.tenantID == tenantID && pair.trustID == nil)
        #expect(!pair.access.isEmpty && !pair.secret.value.isEmpty)
        let after = try await client.ec2Credentials(userID: userID).firstValue()
        #expect(Set(after) == Set(before + [pair]))
        #expect(try await client.ec2Credential(userID: userID, access: pair.access).firstValue() == pair)
        try await client.deleteEC2Credential(userID: userID, access: pair.access).firstValue()
        try await expectErrors(
            404, of: client.ec2Credential(userID: userID, access: pair.access),
            client.deleteEC2Credential(userID: userID, access: pair.access))
        #expect(try await client.ec2Credentials(userID: userID).firstValue() == before)
        #expect(
            try await serviceError(of: client.createEC2Credential(userID: userID, tenantID: "nowhere")).code == 404)
    }

    func managesSession() async throws {
        let session = ConoHaSession(login, baseURL: url + "/v3", timeout: .seconds(60))
        async let projects = session.identity.tokenProjects().firstValue()
        async let user = session.token().firstValue()
        async let endpoint = session.endpoint(for: .identity, region: region).firstValue()
        #expect(try await projects.isEmpty == false)
        let first = try await user
        #expect(try await endpoint.url.contains("/v3"))
        #expect(try await session.token().firstValue() == first)
        // Another client revokes the session's token.
        let (_, other) = try await loggedIn()
        try await other.revoke(first.id).firstValue()
        #expect(try await session.identity.user(id: first.userID).firstValue().name == userName)
        let second = try await session.token().firstValue()
        #expect(second.id != first.id)
        // The session's client uses the catalog's URL of the identity service.
        let found = try await session.send(
            Endpoint("/auth/projects", parser: ResponseParser<[Project]>.json(at: "projects")), to: .identity,
            region: region
        ).firstValue()
        #expect(found.isEmpty == false)
        try await session.revoke().firstValue()
        #expect(try await other.check(second.id).firstValue() == false)
        #expect(try await session.token().firstValue().id != second.id)
        try await session.revoke().firstValue()
    }

    func sessionFailsWithWrongPassword() async throws {
        let login = ConoHaLogin.v3(.password(user: user, password: "wrong-password"), scope: .project(project))
        let session = ConoHaSession(login, baseURL: url, timeout: .seconds(60))
        try await expectErrors(401, of: session.identity.tokenProjects(), session.token())
    }

    // MARK: Administrators

    func listsAllProjects() async throws {
        let (_, client) = try await loggedIn()
        let all = try await client.projects().firstValue()
        #expect(all.nextMarker == nil && !all.isTruncated)
        #expect(all.projects.count >= 5)
        for limit in [1, 2, all.projects.count - 1, all.projects.count, 100] {
            #expect(try await client.allProjects(limit: limit).collected() == all.projects, "limit \(limit)")
        }
        let page = try await client.projects(limit: 2).firstValue()
        #expect(page.projects == Array(all.projects.prefix(2)))
        #expect(page.isTruncated)
        #expect(page.nextMarker == page.projects.last?.id)
        let next = try await client.projects(limit: 2, after: page.nextMarker).firstValue()
        #expect(next.projects == Array(all.projects.dropFirst(2).prefix(2)))
        #expect(try await serviceError(of: client.projects(limit: 2, after: "nowhere")).code == 404)
    }

    func issuesSystemScopedToken() async throws {
        let token = try await client.token(identity, scope: .system).firstValue()
        #expect(token.grant.isSystem)
        #expect(token.project == nil && !token.roles.isEmpty && token.catalog != nil)
    }

    func issuesDomainScopedToken() async throws {
        let domain = try await client.token(identity).firstValue().user.domain
        for reference in [DomainReference.id(domain.id), .name(domain.name)] {
            let token = try await client.token(identity, scope: .domain(reference)).firstValue()
            #expect(token.grant.domain == domain)
            #expect(token.project == nil && !token.grant.isSystem && !token.roles.isEmpty)
        }
    }

    func issuesTokenWithTrust(id: String) async throws {
        let token = try await client.token(identity, scope: .trust(id: id)).firstValue()
        #expect(token.grant.trust?.id == id)
        #expect(token.grant.trust?.isImpersonated != nil)
        #expect(token.project != nil)
    }

    func issuesTokenWithApplicationCredential(id: String, name: String, secret: Secret) async throws {
        let userID = try await client.token(identity).firstValue().user.id
        let identities = [
            Identity.applicationCredential(id: id, secret: secret),
            .applicationCredential(name: name, user: .id(userID), secret: secret),
            .applicationCredential(name: name, user: user, secret: secret),
        ]
        for identity in identities {
            let token = try await client.token(identity).firstValue()
            #expect(token.methods == [.applicationCredential])
            #expect(token.grant.applicationCredential?.id == id)
            #expect(token.grant.applicationCredential?.name == name)
            #expect(token.grant.applicationCredential?.isRestricted == true)
            #expect(token.project != nil)
        }
        let wrong = Identity.applicationCredential(id: id, secret: "wrong-secret")
        #expect(try await serviceError(of: client.token(wrong)).code == 401)
    }

    // MARK: Version 2.0

    func supportsVersion2() async throws {
        let version = try await client.version(.v2).firstValue()
        #expect(version.id == "v2.0")
        let password = AccessIdentity.password(userName: userName, password: password)
        let unscoped = try await client.access(password).firstValue()
        #expect(unscoped.token.tenant == nil)
        #expect(unscoped.catalog == Catalog())
        #expect(unscoped.user.name == userName)
        let tenants = try await client.with(token: unscoped.token.id).tenants().firstValue()
        let tenant = try #require(tenants.first)
        for reference in [TenantReference.id(tenant.id), .name(tenant.name)] {
            let access = try await client.access(password, tenant: reference).firstValue()
            #expect(access.token.tenant?.id == tenant.id)
            #expect(access.token.expiresAt > access.token.issuedAt)
            #expect(!access.user.roles.isEmpty)
            #expect(try access.catalog.endpoint(for: .identity, region: region).url.contains("/v2.0"))
        }
        let again = try await client.access(.token(unscoped.token.id), tenant: .id(tenant.id)).firstValue()
        #expect(again.token.tenant?.id == tenant.id)
        let wrong = AccessIdentity.password(userName: userName, password: "wrong-password")
        try await expectErrors(
            401, of: client.access(wrong), client.access(password, tenant: .id("nowhere")), client.tenants())
        let session = ConoHaSession(.v2(password, tenant: .id(tenant.id)), baseURL: url, timeout: .seconds(60))
        #expect(try await session.identity.tenants().firstValue() == tenants)
        #expect(try await session.endpoint(for: .identity, region: region).firstValue().url.contains("/v2.0"))
    }
}

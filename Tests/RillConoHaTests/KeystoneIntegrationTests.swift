import Foundation
import Rill
import RillConoHa
import RillHTTP
import Testing

/// Tests the client against a real Keystone or ConoHa service.
///
/// The tests run if the environment variables specify the service and a user. `Tests/Integration/keystone.sh` starts a
/// Keystone and sets them. Tests that change the service require an administrator.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: IntegrationEnvironment.cloud != nil, "CONOHA_IDENTITY_URL or the user is not set"))
struct KeystoneIntegrationTests {
    private func cloud() throws -> Cloud { try #require(IntegrationEnvironment.cloud) }

    @Test func returnsVersions() async throws { try await cloud().returnsVersions() }

    @Test func issuesUnscopedToken() async throws { try await cloud().issuesUnscopedToken() }

    @Test func issuesTokenByUserID() async throws { try await cloud().issuesTokenByUserID() }

    @Test func issuesProjectScopedToken() async throws { try await cloud().issuesProjectScopedToken() }

    @Test func issuesTokenFromToken() async throws { try await cloud().issuesTokenFromToken() }

    @Test func rejectsInvalidCredentials() async throws { try await cloud().rejectsInvalidCredentials() }

    @Test(.enabled(if: IntegrationEnvironment.cloud?.domain != nil, "no domain is set"))
    func rejectsNameWithoutDomain() async throws { try await cloud().rejectsNameWithoutDomain() }

    @Test func validatesToken() async throws { try await cloud().validatesToken() }

    @Test func revokesToken() async throws { try await cloud().revokesToken() }

    @Test func reportsMalformedRequests() async throws { try await cloud().reportsMalformedRequests() }

    @Test func returnsCatalog() async throws { try await cloud().returnsCatalog() }

    @Test func returnsTokenProjects() async throws { try await cloud().returnsTokenProjects() }

    @Test func returnsUser() async throws { try await cloud().returnsUser() }

    @Test func managesEC2Credentials() async throws { try await cloud().managesEC2Credentials() }

    @Test func managesSession() async throws { try await cloud().managesSession() }

    @Test func sessionFailsWithWrongPassword() async throws { try await cloud().sessionFailsWithWrongPassword() }

    // MARK: Administrators

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"))
    func listsAllProjects() async throws {
        let cloud = try cloud()
        try await cloud.withProjects(5) { try await cloud.listsAllProjects() }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"))
    func issuesSystemScopedToken() async throws { try await cloud().issuesSystemScopedToken() }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"))
    func issuesDomainScopedToken() async throws {
        let cloud = try cloud()
        try await cloud.withRoleInDomain { try await cloud.issuesDomainScopedToken() }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"))
    func issuesTokenWithTrust() async throws {
        let cloud = try cloud()
        try await cloud.withTrust { try await cloud.issuesTokenWithTrust(id: $0) }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"))
    func issuesTokenWithApplicationCredential() async throws {
        let cloud = try cloud()
        try await cloud.withApplicationCredential { id, name, secret in
            try await cloud.issuesTokenWithApplicationCredential(id: id, name: name, secret: secret)
        }
    }

    // MARK: Optional features

    @Test(.enabled("the service does not support version 2.0") { await IntegrationEnvironment.hasVersion2() })
    func supportsVersion2() async throws { try await cloud().supportsVersion2() }

    @Test(.enabled("the service does not support sub-users") { await IntegrationEnvironment.hasSubUsers() })
    func returnsSubUsers() async throws {
        let users = try await cloud().loggedIn().client.subUsers().firstValue()
        #expect(Set(users.map(\.id)).count == users.count)
    }
}

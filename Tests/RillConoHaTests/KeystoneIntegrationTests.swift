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

    @Test(arguments: CloudCheck.all)
    func passes(check: CloudCheck) async throws { try await check.run(cloud()) }

    @Test(.enabled(if: IntegrationEnvironment.cloud?.domain != nil, "no domain is set"))
    func rejectsNameWithoutDomain() async throws { try await cloud().rejectsNameWithoutDomain() }

    // MARK: Administrators

    private static let administratorChecks = [
        CloudCheck("lists all projects") { cloud in
            try await cloud.withProjects(5) { try await cloud.listsAllProjects() }
        },
        CloudCheck("issues a system-scoped token") { try await $0.issuesSystemScopedToken() },
        CloudCheck("issues a domain-scoped token") { cloud in
            try await cloud.withRoleInDomain { try await cloud.issuesDomainScopedToken() }
        },
        CloudCheck("issues a token with a trust") { cloud in
            try await cloud.withTrust { try await cloud.issuesTokenWithTrust(id: $0) }
        },
        CloudCheck("issues a token with an application credential") { cloud in
            try await cloud.withApplicationCredential { id, name, secret in
                try await cloud.issuesTokenWithApplicationCredential(id: id, name: name, secret: secret)
            }
        },
    ]

    @Test(
        .enabled(if: IntegrationEnvironment.isAdmin, "CONOHA_IS_ADMIN=1 is not set"), arguments: administratorChecks)
    private func passesAsAdministrator(check: CloudCheck) async throws { try await check.run(cloud()) }

    // MARK: Optional features

    @Test(.enabled("the service does not support version 2.0") { await IntegrationEnvironment.hasVersion2() })
    func supportsVersion2() async throws { try await cloud().supportsVersion2() }

    @Test(.enabled("the service does not support sub-users") { await IntegrationEnvironment.hasSubUsers() })
    func returnsSubUsers() async throws {
        let users = try await cloud().loggedIn().client.subUsers().firstValue()
        #expect(Set(users.map(\.id)).count == users.count)
    }
}

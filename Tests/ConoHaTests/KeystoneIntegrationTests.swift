import ConoHa
import Foundation
import Rill
import RillHTTP
import Testing

/// The client with a service that is really there: a Keystone, or ConoHa itself.
///
/// It runs if the environment names the service and a user; `Tests/Integration/keystone.sh` starts a Keystone and does
/// that. What changes anything there needs a user who runs the cloud.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: IntegrationEnvironment.cloud != nil, "the environment has no CONOHA_IDENTITY_URL with a user"))
struct KeystoneIntegrationTests {
    private func cloud() throws -> Cloud { try #require(IntegrationEnvironment.cloud) }

    @Test func tellsItsVersions() async throws { try await cloud().tellsItsVersions() }

    @Test func issuesATokenForNothing() async throws { try await cloud().issuesATokenForNothing() }

    @Test func issuesATokenByTheUsersID() async throws { try await cloud().issuesATokenByTheUsersID() }

    @Test func issuesATokenForAProject() async throws { try await cloud().issuesATokenForAProject() }

    @Test func makesATokenOfAnother() async throws { try await cloud().makesATokenOfAnother() }

    @Test func refusesWhoIsNotKnown() async throws { try await cloud().refusesWhoIsNotKnown() }

    @Test(.enabled(if: IntegrationEnvironment.cloud?.domain != nil, "the environment has no domain"))
    func refusesANameWithoutADomain() async throws { try await cloud().refusesANameWithoutADomain() }

    @Test func tellsWhatATokenIsGoodFor() async throws { try await cloud().tellsWhatATokenIsGoodFor() }

    @Test func revokesATokenForGood() async throws { try await cloud().revokesATokenForGood() }

    @Test func saysWhatIsWrongWithARequest() async throws { try await cloud().saysWhatIsWrongWithARequest() }

    @Test func tellsTheCatalog() async throws { try await cloud().tellsTheCatalog() }

    @Test func tellsTheProjectsOfAToken() async throws { try await cloud().tellsTheProjectsOfAToken() }

    @Test func tellsOfAUser() async throws { try await cloud().tellsOfAUser() }

    @Test func keepsPairsOfKeys() async throws { try await cloud().keepsPairsOfKeys() }

    @Test func keepsASession() async throws { try await cloud().keepsASession() }

    @Test func failsASessionWithAWrongPassword() async throws { try await cloud().failsASessionWithAWrongPassword() }

    // MARK: For those who run the cloud

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "the environment has no CONOHA_IS_ADMIN=1"))
    func listsAllProjectsInPages() async throws {
        let cloud = try cloud()
        try await cloud.withProjects(5) { try await cloud.listsAllProjectsInPages() }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "the environment has no CONOHA_IS_ADMIN=1"))
    func issuesATokenForTheSystem() async throws { try await cloud().issuesATokenForTheSystem() }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "the environment has no CONOHA_IS_ADMIN=1"))
    func issuesATokenForADomain() async throws {
        let cloud = try cloud()
        try await cloud.withRoleInDomain { try await cloud.issuesATokenForADomain() }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "the environment has no CONOHA_IS_ADMIN=1"))
    func issuesATokenByATrust() async throws {
        let cloud = try cloud()
        try await cloud.withTrust { try await cloud.issuesATokenByATrust(id: $0) }
    }

    @Test(.enabled(if: IntegrationEnvironment.isAdmin, "the environment has no CONOHA_IS_ADMIN=1"))
    func issuesATokenByAnApplicationCredential() async throws {
        let cloud = try cloud()
        try await cloud.withApplicationCredential { id, name, secret in
            try await cloud.issuesATokenByAnApplicationCredential(id: id, name: name, secret: secret)
        }
    }

    // MARK: What not all services have

    @Test(.enabled("the service has no version 2.0") { await IntegrationEnvironment.hasVersion2() })
    func speaksVersion2() async throws { try await cloud().speaksVersion2() }

    @Test(.enabled("the service has no sub-users") { await IntegrationEnvironment.hasSubUsers() })
    func tellsOfSubUsers() async throws {
        let users = try await cloud().loggedIn().client.subUsers().firstValue()
        #expect(Set(users.map(\.id)).count == users.count)
    }
}

import ConoHa
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import SampleServices
import ServiceTestSupport
import Testing

/// The client, the real transport and the sample service together: every operation.
@Suite(.timeLimit(.minutes(2))) struct SampleConoHaTests {
    /// The ways of a Keystone as it comes, and those of ConoHa.
    enum Flavour: CaseIterable {
        case keystone
        case conoHa
    }

    private func withSample<Result>(
        _ flavour: Flavour = .conoHa, asAdmin: Bool = false, _ options: SampleConoHa.Options = .init(),
        _ body: (Cloud) async throws -> Result
    ) async throws -> Result {
        var options = options
        options.requiresDomain = flavour == .keystone
        let sample = try SampleConoHa(options: options)
        defer { sample.stop() }
        let domain = flavour == .keystone ? DomainReference.id("default") : nil
        return try await body(
            Cloud(
                url: sample.baseURL, userName: asAdmin ? options.adminName : options.userName,
                password: Secret(asAdmin ? options.adminPassword : options.password), domain: domain,
                project: .name(SampleConoHa.tenantName, domain: domain)))
    }

    @Test(arguments: Flavour.allCases)
    func tellsItsVersions(flavour: Flavour) async throws {
        try await withSample(flavour) { try await $0.tellsItsVersions() }
    }

    @Test(arguments: Flavour.allCases)
    func issuesATokenForNothing(flavour: Flavour) async throws {
        try await withSample(flavour) { try await $0.issuesATokenForNothing() }
    }

    @Test func issuesATokenByTheUsersID() async throws {
        try await withSample { try await $0.issuesATokenByTheUsersID() }
    }

    @Test(arguments: Flavour.allCases)
    func issuesATokenForAProject(flavour: Flavour) async throws {
        try await withSample(flavour) { try await $0.issuesATokenForAProject() }
    }

    @Test func makesATokenOfAnother() async throws {
        try await withSample { try await $0.makesATokenOfAnother() }
    }

    @Test(arguments: Flavour.allCases)
    func refusesWhoIsNotKnown(flavour: Flavour) async throws {
        try await withSample(flavour) { try await $0.refusesWhoIsNotKnown() }
    }

    @Test func refusesANameWithoutADomainIfToldTo() async throws {
        try await withSample(.keystone) { try await $0.refusesANameWithoutADomain() }
    }

    @Test(arguments: [false, true])
    func tellsWhatATokenIsGoodFor(asAdmin: Bool) async throws {
        try await withSample(asAdmin: asAdmin) { try await $0.tellsWhatATokenIsGoodFor() }
    }

    @Test func revokesATokenForGood() async throws {
        try await withSample { try await $0.revokesATokenForGood() }
    }

    @Test func saysWhatIsWrongWithARequest() async throws {
        try await withSample { try await $0.saysWhatIsWrongWithARequest() }
    }

    @Test func tellsTheCatalog() async throws {
        try await withSample { try await $0.tellsTheCatalog() }
    }

    @Test func tellsTheProjectsOfAToken() async throws {
        try await withSample { try await $0.tellsTheProjectsOfAToken() }
    }

    @Test(arguments: [false, true])
    func tellsOfAUser(asAdmin: Bool) async throws {
        try await withSample(asAdmin: asAdmin) { try await $0.tellsOfAUser() }
    }

    @Test func tellsOfSubUsers() async throws {
        try await withSample { cloud in
            let users = try await cloud.loggedIn().client.subUsers().firstValue()
            #expect(users.map(\.name) == ["gncs00000001", "gncs00000002"])
            #expect(users.map { $0.roles.map(\.name) } == [["viewer"], []])
            #expect(try await cloud.refusal(of: cloud.client.subUsers()).code == 401)
        }
    }

    @Test func keepsPairsOfKeys() async throws {
        try await withSample { try await $0.keepsPairsOfKeys() }
    }

    @Test(arguments: [(3, 3), (nil, 5)])
    func allowsSoManyPairsOfKeys(limit: Int?, made: Int) async throws {
        var options = SampleConoHa.Options()
        options.credentialLimit = limit
        try await withSample(.conoHa, options) { cloud in
            let client = try await cloud.loggedIn().client
            func make() -> Observable<EC2Credential> {
                client.createEC2Credential(userID: SampleConoHa.userID, tenantID: SampleConoHa.tenantID)
            }
            var pairs: [EC2Credential] = []
            for _ in 0..<made { pairs.append(try await make().firstValue()) }
            #expect(Set(pairs.map(\.access)).count == made)
            guard limit != nil else { return }
            #expect(try await cloud.refusal(of: make()).code == 403)
            try await client.deleteEC2Credential(userID: SampleConoHa.userID, access: pairs[0].access).firstValue()
            _ = try await make().firstValue()
        }
    }

    @Test func keepsEachUsersThingsApart() async throws {
        try await withSample { cloud in
            let client = try await cloud.loggedIn().client
            let options = SampleConoHa.Options()
            let admin = try await cloud.client.token(
                .password(user: .name(options.adminName), password: Secret(options.adminPassword))
            ).firstValue()
            #expect(try await cloud.refusal(of: client.user(id: admin.user.id)).code == 403)
            #expect(try await cloud.refusal(of: client.ec2Credentials(userID: admin.user.id)).code == 403)
            #expect(try await cloud.refusal(of: client.validate(admin.id)).code == 403)
            #expect(try await cloud.refusal(of: client.revoke(admin.id)).code == 403)
            #expect(try await cloud.refusal(of: client.projects()).code == 403)
            let other = try await cloud.loggedIn().token
            #expect(try await cloud.client.with(token: admin.id).validate(other.id).firstValue() == other)
        }
    }

    @Test(arguments: Flavour.allCases)
    func keepsASession(flavour: Flavour) async throws {
        try await withSample(flavour) { try await $0.keepsASession() }
    }

    @Test func failsASessionWithAWrongPassword() async throws {
        try await withSample { try await $0.failsASessionWithAWrongPassword() }
    }

    @Test func listsAllProjectsInPages() async throws {
        try await withSample(asAdmin: true) { cloud in
            try await cloud.listsAllProjectsInPages()
            let client = try await cloud.loggedIn().client
            #expect(try await client.projects().firstValue().projects.count == SampleConoHa.projectCount)
        }
    }

    @Test(arguments: Flavour.allCases)
    func issuesATokenForEachScope(flavour: Flavour) async throws {
        try await withSample(flavour, asAdmin: true) { cloud in
            try await cloud.issuesATokenForTheSystem()
            try await cloud.issuesATokenForADomain()
        }
        try await withSample(flavour) { cloud in
            try await cloud.issuesATokenByATrust(id: SampleConoHa.trustID)
            try await cloud.issuesATokenByAnApplicationCredential(
                id: SampleConoHa.applicationCredentialID, name: SampleConoHa.applicationCredentialName,
                secret: Secret(SampleConoHa.applicationCredentialSecret))
            #expect(try await cloud.refusal(of: cloud.client.token(cloud.identity, scope: .system)).code == 401)
            let domain = cloud.client.token(cloud.identity, scope: .domain(.id("default")))
            #expect(try await cloud.refusal(of: domain).code == 401)
        }
    }

    @Test func speaksVersion2() async throws {
        try await withSample { try await $0.speaksVersion2() }
        try await withSample(asAdmin: true) { cloud in
            let identity = AccessIdentity.password(userName: cloud.userName, password: cloud.password)
            let access = try await cloud.client.access(identity).firstValue()
            #expect(access.metadata == Access.Metadata(isAdmin: true))
        }
    }

    @Test func doesWithoutVersion2IfToldTo() async throws {
        var options = SampleConoHa.Options()
        options.servesVersion2 = false
        try await withSample(.conoHa, options) { cloud in
            #expect(try await cloud.client.versions().firstValue().map(\.id) == ["v3.14"])
            for error in [
                try await failure(of: cloud.client.version(.v2)),
                try await failure(of: cloud.client.access(.token("x"))),
                try await failure(of: cloud.client.tenants()),
            ] {
                #expect(error.status == .notFound)
                #expect(error.conoHa == nil)
            }
        }
    }
}

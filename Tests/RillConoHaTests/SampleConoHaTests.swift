import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests every operation over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleConoHaTests {
    /// The behavior of Keystone or of ConoHa.
    enum Flavor: CaseIterable {
        case keystone
        case conoHa
    }

    private func withSample<Result>(
        _ flavor: Flavor = .conoHa, asAdmin: Bool = false, _ options: SampleConoHa.Options = .init(),
        _ body: (Cloud) async throws -> Result
    ) async throws -> Result {
        var options = options
        options.requiresDomain = flavor == .keystone
        let sample = try SampleConoHa(options: options)
        defer { sample.stop() }
        let domain = flavor == .keystone ? DomainReference.id("default") : nil
        return try await body(
            Cloud(
                url: sample.baseURL, userName: asAdmin ? options.adminName : options.userName,
                password: Secret(asAdmin ? options.adminPassword : options.password), domain: domain,
                project: .name(SampleConoHa.tenantName, domain: domain)))
    }

    @Test(arguments: CloudCheck.all)
    func passes(check: CloudCheck) async throws {
        try await withSample { try await check.run($0) }
    }

    @Test(arguments: CloudCheck.withDomains)
    func passesWithDomains(check: CloudCheck) async throws {
        try await withSample(.keystone) { try await check.run($0) }
    }

    @Test(arguments: CloudCheck.ofAllUsers)
    func passesAsAdministrator(check: CloudCheck) async throws {
        try await withSample(asAdmin: true) { try await check.run($0) }
    }

    @Test func rejectsNameWithoutDomainWhenRequired() async throws {
        try await withSample(.keystone) { try await $0.rejectsNameWithoutDomain() }
    }

    @Test func returnsSubUsers() async throws {
        try await withSample { cloud in
            let users = try await cloud.loggedIn().client.subUsers().firstValue()
            #expect(users.map(\.name) == ["gncs00000001", "gncs00000002"])
            #expect(users.map { $0.roles.map(\.name) } == [["viewer"], []])
            #expect(try await cloud.serviceError(of: cloud.client.subUsers()).code == 401)
        }
    }

    @Test(arguments: [(3, 3), (nil, 5)])
    func limitsEC2CredentialsPerUser(limit: Int?, made: Int) async throws {
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
            #expect(try await cloud.serviceError(of: make()).code == 403)
            try await client.deleteEC2Credential(userID: SampleConoHa.userID, access: pairs[0].access).firstValue()
            _ = try await make().firstValue()
        }
    }

    @Test func deniesAccessToOtherUsers() async throws {
        try await withSample { cloud in
            let client = try await cloud.loggedIn().client
            let options = SampleConoHa.Options()
            let admin = try await cloud.client.token(
                .password(user: .name(options.adminName), password: Secret(options.adminPassword))
            ).firstValue()
            try await cloud.expectErrors(
                403, of: client.user(id: admin.user.id), client.ec2Credentials(userID: admin.user.id),
                client.validate(admin.id), client.revoke(admin.id), client.projects())
            let other = try await cloud.loggedIn().token
            #expect(try await cloud.client.with(token: admin.id).validate(other.id).firstValue() == other)
        }
    }

    @Test func listsAllProjects() async throws {
        try await withSample(asAdmin: true) { cloud in
            try await cloud.listsAllProjects()
            let client = try await cloud.loggedIn().client
            #expect(try await client.projects().firstValue().projects.count == SampleConoHa.projectCount)
        }
    }

    @Test(arguments: Flavor.allCases)
    func issuesTokenForEachScope(flavor: Flavor) async throws {
        try await withSample(flavor, asAdmin: true) { cloud in
            try await cloud.issuesSystemScopedToken()
            try await cloud.issuesDomainScopedToken()
        }
        try await withSample(flavor) { cloud in
            try await cloud.issuesTokenWithTrust(id: SampleConoHa.trustID)
            try await cloud.issuesTokenWithApplicationCredential(
                id: SampleConoHa.applicationCredentialID, name: SampleConoHa.applicationCredentialName,
                secret: Secret(SampleConoHa.applicationCredentialSecret))
            #expect(try await cloud.serviceError(of: cloud.client.token(cloud.identity, scope: .system)).code == 401)
            let domain = cloud.client.token(cloud.identity, scope: .domain(.id("default")))
            #expect(try await cloud.serviceError(of: domain).code == 401)
        }
    }

    @Test func supportsVersion2() async throws {
        try await withSample { try await $0.supportsVersion2() }
        try await withSample(asAdmin: true) { cloud in
            let identity = AccessIdentity.password(userName: cloud.userName, password: cloud.password)
            let access = try await cloud.client.access(identity).firstValue()
            #expect(access.metadata == Access.Metadata(isAdmin: true))
        }
    }

    @Test func disablesVersion2() async throws {
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

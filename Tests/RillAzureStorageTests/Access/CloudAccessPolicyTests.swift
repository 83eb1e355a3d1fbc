import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct CloudAccessPolicyTests {
    private static let start = Date(timeIntervalSince1970: 1_795_219_200)
    private static let end = Date(timeIntervalSince1970: 1_795_305_600)

    @Test func replacesAccessToContainer() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            #expect(try await blobs.access(toContainer: fixture.name).firstValue() == ContainerAccess())
            let policies = [
                StoredAccessPolicy(
                    id: "<readers> & \"more\" 日本", permissions: [.list, .read], from: Self.start, until: Self.end),
                StoredAccessPolicy(id: "all", permissions: [.read, .add, .create, .write, .delete, .list]),
                StoredAccessPolicy(id: "open"),
                StoredAccessPolicy(id: "4", until: Self.end), StoredAccessPolicy(id: "5", from: Self.start),
            ]
            let version = try await blobs.setAccess(ContainerAccess(policies: policies), toContainer: fixture.name)
                .firstValue()
            #expect(version.eTag != nil)
            let access = try await blobs.access(toContainer: fixture.name).firstValue()
            #expect(access == ContainerAccess(policies: policies))
            #expect(access.policies.map(\.permissions) == ["rl", "racwdl", nil, nil, nil])
            _ = try await blobs.setAccess(ContainerAccess(), toContainer: fixture.name).firstValue()
            #expect(try await blobs.access(toContainer: fixture.name).firstValue() == ContainerAccess())
            try await expectFailure(of: blobs.access(toContainer: "\(fixture.name)-none"), .containerNotFound)
        }
    }

    @Test func setsPublicAccess() async throws {
        try await StorageFixture.withSample { fixture async throws in
            let blobs = fixture.blobs()
            _ = try await blobs.setAccess(ContainerAccess(publicAccess: .container), toContainer: "backups")
                .firstValue()
            #expect(try await blobs.access(toContainer: "backups").firstValue().publicAccess == .container)
        }
    }

    @Test func honorsConditions() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let past = AccessConditions(unmodifiedSince: Date(timeIntervalSinceNow: -86_400))
            try await expectFailure(
                of: blobs.setAccess(ContainerAccess(), toContainer: fixture.name, conditions: past), .conditionNotMet)
            let other = AccessConditions(leaseID: LeaseID())
            try await expectFailure(
                of: blobs.setAccess(ContainerAccess(), toContainer: fixture.name, conditions: other),
                .leaseNotPresentWithContainerOperation)
        }
    }

    @Test func replacesPoliciesOfQueue() async throws {
        try await StorageFixture.withQueue { fixture, queues async throws in
            #expect(try await queues.accessPolicies(ofQueue: fixture.name).firstValue().isEmpty)
            let policies = [
                StoredAccessPolicy(
                    id: "<workers>", permissions: [.process, .update, .add, .read], from: Self.start, until: Self.end)
            ]
            #expect(policies[0].permissions == "raup")
            try await queues.setAccessPolicies(policies, ofQueue: fixture.name).firstValue()
            #expect(try await queues.accessPolicies(ofQueue: fixture.name).firstValue() == policies)
            try await queues.setAccessPolicies([], ofQueue: fixture.name).firstValue()
            #expect(try await queues.accessPolicies(ofQueue: fixture.name).firstValue().isEmpty)
            try await expectFailure(of: queues.accessPolicies(ofQueue: "\(fixture.name)-none"), .queueNotFound)
        }
    }
}

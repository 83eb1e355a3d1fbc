import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .disabledUnderThreadSanitizer("sequential requests")) struct AccessPolicyTests {
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
            let missing = try await failure(of: blobs.access(toContainer: "\(fixture.name)-none"))
            #expect(missing.azureStorage?.code == .containerNotFound)
        }
    }

    @Test func setsPublicAccess() async throws {
        try await StorageFixture.withSample { fixture async throws in
            let blobs = fixture.blobs()
            _ = try await blobs.setAccess(ContainerAccess(publicAccess: .container), toContainer: "backups")
                .firstValue()
            #expect(try await blobs.access(toContainer: "backups").firstValue().publicAccess == .container)
            #expect(try await blobs.publicAccess(toContainer: "backups").firstValue() == .container)
        }
    }

    @Test func honorsConditions() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let past = AccessConditions(unmodifiedSince: Date(timeIntervalSinceNow: -86_400))
            let stale = try await failure(
                of: blobs.setAccess(ContainerAccess(), toContainer: fixture.name, conditions: past))
            #expect(stale.azureStorage?.code == .conditionNotMet)
            let other = AccessConditions(leaseID: LeaseID())
            let lease = try await failure(
                of: blobs.setAccess(ContainerAccess(), toContainer: fixture.name, conditions: other))
            #expect(lease.azureStorage?.code == .leaseNotPresentWithContainerOperation)
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
            let missing = try await failure(of: queues.accessPolicies(ofQueue: "\(fixture.name)-none"))
            #expect(missing.azureStorage?.code == .queueNotFound)
        }
    }

    // MARK: Wire format

    @Test func sendsDocumentOfService() throws {
        let transport = StubTransport { _ in .status(.ok) }
        let blobs = BlobClient(.emulator, transport: transport, scheduler: ImmediateScheduler.shared)
        let policy = StoredAccessPolicy(
            id: "a&b", permissions: [.write, .read], from: Self.start.addingTimeInterval(0.999), until: Self.end)
        let access = ContainerAccess(publicAccess: .blob, policies: [policy])
        #expect(Recorder(blobs.setAccess(access, toContainer: "films")).isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.url.hasSuffix("/films?restype=container&comp=acl") && request.method == .put)
        #expect(request.headerFields[HTTPField.Name(literal: "x-ms-blob-public-access")] == "blob")
        #expect(
            request.bodyText
                == "<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers><SignedIdentifier><Id>a&amp;b</Id>"
                + "<AccessPolicy><Start>2026-11-21T00:00:00Z</Start><Expiry>2026-11-22T00:00:00Z</Expiry>"
                + "<Permission>rw</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>")
    }

    @Test(arguments: [
        ("2026-11-21T00:00:00.0000000Z", 1_795_219_200.0), ("2026-11-21T00:00:01Z", 1_795_219_201),
        ("2026-11-21T00:01Z", 1_795_219_260), ("2026-11-21", 1_795_219_200),
    ])
    func readsDatesOfService(_ text: String, _ seconds: Double) throws {
        let policy = "<Id>MTIz</Id><AccessPolicy><Start>\(text)</Start><Permission>rwdlxyz</Permission></AccessPolicy>"
        let transport = StubTransport { _ in
            QueueFixtures.xml(
                "\u{FEFF}<SignedIdentifiers><SignedIdentifier>\(policy)</SignedIdentifier></SignedIdentifiers>")
        }
        let queues = QueueClient(transport)
        let policies = try #require(Recorder(queues.accessPolicies(ofQueue: "jobs")).values.first)
        #expect(policies.map(\.start) == [Date(timeIntervalSince1970: seconds)] && policies.map(\.end) == [nil])
        // Unknown permissions are kept.
        #expect(policies.map(\.permissions) == ["rwdlxyz"])
    }

    @Test func invalidDateFailsDecoding() throws {
        let policy = "<Id>1</Id><AccessPolicy><Expiry>tomorrow</Expiry></AccessPolicy>"
        let transport = StubTransport { _ in
            QueueFixtures.xml("<SignedIdentifiers><SignedIdentifier>\(policy)</SignedIdentifier></SignedIdentifiers>")
        }
        let recorder = Recorder(QueueClient(transport).accessPolicies(ofQueue: "jobs"))
        let error = try #require(recorder.error as? APIError)
        #expect(error.stage == .decoding && error.reason.contains("expected a date, found tomorrow"))
    }

    // MARK: Validation

    @Test func rejectsInvalidPoliciesBeforeSending() async throws {
        let lists = [
            (0..<6).map { StoredAccessPolicy(id: "\($0)") }, [StoredAccessPolicy(id: "")],
            [StoredAccessPolicy(id: String(repeating: "a", count: 65))],
            [StoredAccessPolicy(id: "a"), StoredAccessPolicy(id: "a")],
        ]
        let reasons = [
            "at most 5 access policies can be stored, got 6",
            "the ID of an access policy must have 1 to 64 characters, got 0",
            "the ID of an access policy must have 1 to 64 characters, got 65",
            "the IDs of access policies must be unique, got a twice",
        ]
        for (policies, reason) in zip(lists, reasons) {
            for error in [
                try await failure(of: QueueClient(.emulator).setAccessPolicies(policies, ofQueue: "jobs")),
                try await failure(
                    of: BlobClient(.emulator).setAccess(ContainerAccess(policies: policies), toContainer: "films")),
            ] {
                #expect(error.stage == .request && error.attempts == 0 && error.reason.contains(reason))
            }
        }
    }
}

import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct AccessPolicyTests {
    private static let start = Date(timeIntervalSince1970: 1_795_219_200)
    private static let end = Date(timeIntervalSince1970: 1_795_305_600)

    @Test func sendsDocumentOfService() throws {
        let transport = StubTransport { _ in .status(.ok) }
        let blobs = BlobClient(.emulator, transport: transport.asService, scheduler: ImmediateScheduler.shared)
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
        ("9999-12-31T23:59:59.9999999Z", 253_402_300_799),
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

    @Test(arguments: ["tomorrow", "2026-02-30T00:00:00Z", "2026-02-30", "2026-02-28T12:00.5Z", "2026-02-28T24:30Z"])
    func invalidDateFailsDecoding(text: String) throws {
        let policy = "<Id>1</Id><AccessPolicy><Expiry>\(text)</Expiry></AccessPolicy>"
        let transport = StubTransport { _ in
            QueueFixtures.xml("<SignedIdentifiers><SignedIdentifier>\(policy)</SignedIdentifier></SignedIdentifiers>")
        }
        let recorder = Recorder(QueueClient(transport).accessPolicies(ofQueue: "jobs"))
        let error = try #require(recorder.error as? APIError)
        #expect(error.stage == .decoding && error.reason.contains("expected a date, found \(text)"))
    }

    // MARK: Validation

    @Test func rejectsInvalidPoliciesBeforeSending() async throws {
        let lists = [
            (0..<6).map { StoredAccessPolicy(id: "\($0)") }, [StoredAccessPolicy(id: "")],
            [StoredAccessPolicy(id: String(repeating: "a", count: 65))],
            [StoredAccessPolicy(id: "a"), StoredAccessPolicy(id: "a")],
            [StoredAccessPolicy(id: "a", permissions: [])],
        ]
        let reasons = [
            "at most 5 access policies can be stored, got 6",
            "the ID of an access policy must have 1 to 64 characters, got 0",
            "the ID of an access policy must have 1 to 64 characters, got 65",
            "the IDs of access policies must be unique, got a twice",
            "the access policy a grants no permissions. Set nil if signatures specify them",
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

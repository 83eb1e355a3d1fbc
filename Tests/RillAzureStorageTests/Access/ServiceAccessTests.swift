import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct ServiceAccessTests {
    private static let start = Date(timeIntervalSince1970: 1_795_219_200)
    private static let end = Date(timeIntervalSince1970: 1_795_305_600)
    private static let film = BlobPath("films", "a.mp4")
    private static let japanese = BlobPath("films", "2026/日本 語+&.mp4")

    // MARK: Vectors

    /// The signatures that azure-storage-blob 12.19.0 and azure-storage-queue 12.18.1 create for the version 2021-08-06.
    @Test(
        arguments: [
            (
                ServiceAccess(to: .blob(japanese), permissions: .read, until: end),
                "XeButdi/4vtK3AIwVMfbmeCibyMnGDZLAmVTnkUJvc0="
            ),
            (
                ServiceAccess(
                    to: .blob(film), permissions: [.delete, .write, .create, .add, .read], from: start, until: end,
                    addresses: "203.0.113.0-203.0.113.255",
                    responseHeaders: BlobHeaders(
                        contentType: "video/mp4", contentEncoding: "identity", contentLanguage: "ja",
                        contentDisposition: "attachment; filename=\"a b.mp4\"", cacheControl: "no-store")),
                "N3lfOlhsE+bZjr1gWvmXO7rrZVWsTuNG7HS7ZQoBd1w="
            ),
            (
                ServiceAccess(to: .blob(film), policyID: "readers & more", requiresHTTPS: false),
                "U1CWEHF9QMya15e0qTQeVYJXQQPzyP3LVjiAo6c3Uy4="
            ),
            (
                ServiceAccess(to: .container("films"), permissions: [.read, .list], until: end, requiresHTTPS: false),
                "fbKcgf27wCclSPhIZw6z1Wbjli7OiZLTrm2ISzqZAqE="
            ),
            (
                ServiceAccess(
                    to: .queue("jobs"), permissions: [.read, .add, .update, .process], from: start, until: end,
                    addresses: "203.0.113.9"), "qaFOZDPYcOEdwv+ILg0PDTO3eWKQnCQsXOACDKiOVhM="
            ),
            (
                ServiceAccess(to: .queue("jobs"), policyID: "workers", requiresHTTPS: false),
                "tWTnWYj/9skxbv5VGL7UIkEPJw80eqwfc1Hi03A96YQ="
            ),
        ] as [(ServiceAccess, String)])
    func signaturesMatchVectorsOfMicrosoft(_ access: ServiceAccess, _ signature: String) throws {
        let signed = try access.signed(by: .emulator, of: "myaccount")
        #expect(value("sig", signed) == signature)
        #expect(value("sv", signed) == "2021-08-06")
        #expect("\(signed)" == "<redacted>")
    }

    private static let delegationKey =
        "<SignedOid>11111111-1111-1111-1111-111111111111</SignedOid>"
        + "<SignedTid>22222222-2222-2222-2222-222222222222</SignedTid><SignedStart>2026-11-21T00:00:00Z</SignedStart>"
        + "<SignedExpiry>2026-11-22T00:00:00Z</SignedExpiry><SignedService>b</SignedService>"
        + "<SignedVersion>2021-08-06</SignedVersion><Value>a2V5LWtleS1rZXkta2V5LWtleS1rZXkta2V5LWtleQ==</Value>"

    /// Requests a key from a service that responds with a document.
    private func delegationKey(_ document: String) -> Recorder<UserDelegationKey> {
        let transport = StubTransport { _ in
            QueueFixtures.xml("\u{FEFF}<UserDelegationKey>\(document)</UserDelegationKey>")
        }
        let blobs = BlobClient(.emulator, transport: transport.asService, scheduler: ImmediateScheduler.shared)
        return Recorder(blobs.userDelegationKey(from: Self.start, until: Self.end))
    }

    @Test(
        arguments: [
            (
                ServiceAccess(to: .blob(japanese), permissions: .read, until: end),
                "u5OSMFENkVQpyq2h4mo7ijzYpCl6oMSI5m+TA1NzGh8="
            ),
            (
                ServiceAccess(
                    to: .container("films"), permissions: [.read, .list], from: start, until: end,
                    responseHeaders: BlobHeaders(contentType: "text/plain")),
                "FeRvOMcwjSk+hisGbmltUYdjokxoTHfZi8FYrp0u94M="
            ),
        ] as [(ServiceAccess, String)])
    func delegationSignaturesMatchVectorsOfMicrosoft(_ access: ServiceAccess, _ signature: String) throws {
        let key = try #require(delegationKey(Self.delegationKey).values.first)
        #expect(key.start == Self.start && key.end == Self.end && key.objectID.hasPrefix("1111"))
        let signed = try access.signed(by: key, of: "myaccount")
        #expect(value("sig", signed) == signature)
        #expect(value("skoid", signed) == key.objectID && value("skv", signed) == "2021-08-06")
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("a2V5") && !text.contains("key-"))
        }
    }

    /// Records the outcomes of exchanges.
    private final class OutcomeInstrument: HTTPInstrument {
        let outcomes = Log<String>()

        func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) {
            var text = "\(metrics)"
            dump(metrics, to: &text)
            outcomes.append(text)
        }
    }

    @Test func failureDuringResponseDoesNotRevealKey() throws {
        let transport = StubTransport { _ in
            .respond(
                chunks: [.init(Array("<UserDelegationKey>\(Self.delegationKey)".utf8))],
                then: .fail(TransportError(.closedEarly)))
        }
        let blobs = BlobClient(
            .emulator, transport: transport.asService, retry: .constantBackoff(attempts: 1, delay: .zero),
            scheduler: ImmediateScheduler.shared)
        let instrument = OutcomeInstrument()
        let error = try #require(
            withInstrument(instrument) { Recorder(blobs.userDelegationKey(until: Self.end)).error } as? APIError)
        #expect(error.stage == .transport && error.bodyPrefix.isEmpty)
        #expect((error.underlying as? TransportError)?.code == .closedEarly)
        #expect(instrument.outcomes.entries.count == 1)
        for text in instrument.outcomes.entries { #expect(!text.contains("a2V5"), "\(text)") }
    }

    @Test func logsAndCassettesDoNotContainKey() throws {
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        let lines = Log<String>()
        let transport = StubTransport { _ in
            QueueFixtures.xml("\u{FEFF}<UserDelegationKey>\n \(Self.delegationKey)</UserDelegationKey>")
        }
        let blobs = BlobClient(
            .emulator, transport: CassetteTransport(tape, mode: .all, recording: transport.asService),
            middleware: [Logging(.verbose) { lines.append($0) }], scheduler: ImmediateScheduler.shared)
        #expect(Recorder(blobs.userDelegationKey(until: Self.end)).values.count == 1)
        let har = try String(contentsOf: tape, encoding: .utf8)
        #expect(har.contains(#""text" : "<redacted>""#) && lines.entries.contains { $0.contains("200 OK") })
        for text in lines.entries + [har] { #expect(!text.contains("LWtleS1r"), "\(text)") }
    }

    @Test func invalidKeyIsNotRevealed() throws {
        for document in [
            Self.delegationKey.replacing("a2V5", with: "!a2V5"), Self.delegationKey.replacing("Expiry", with: "Other"),
            Self.delegationKey.replacing("2026-11-22T00:00:00Z", with: "tomorrow"),
            Self.delegationKey.replacing("</Value>", with: ""),
            Self.delegationKey.replacing("<Value>", with: "<Val ue>"),
        ] {
            let instrument = OutcomeInstrument()
            let error = try #require(
                withInstrument(instrument) { delegationKey(document).error } as? APIError)
            #expect(error.stage == .decoding && error.status == .ok && error.bodyPrefix.isEmpty)
            #expect(error.reason.hasPrefix("the response contains no valid user delegation key: "))
            #expect(error.url == "http://127.0.0.1:10000/devstoreaccount1/?restype=service&comp=userdelegationkey")
            #expect(instrument.outcomes.entries.count == 1)
            var dumped = ""
            dump(error, to: &dumped)
            for text in instrument.outcomes.entries + ["\(error)", String(reflecting: error), dumped] {
                #expect(!text.contains("LWtleS1r"), "\(text)")
            }
        }
    }

    private func value(_ name: String, _ signature: SharedAccessSignature) -> String? {
        signature.query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
            .flatMap { $0.dropFirst(name.count + 1).removingPercentEncoding }
    }

    // MARK: Sample server

    /// Runs a test with a sample server whose container `pictures` is private, and with a client for a signature.
    private func withSample(
        _ body: (BlobClient, QueueClient, _ guest: @Sendable (SharedAccessSignature) -> StorageAccount) async throws ->
            Void
    ) async throws {
        var options = SampleAzureStorage.Options()
        options.now = { Self.start }
        options.checksDates = false
        try await StorageFixture.withSample(options) { fixture async throws in
            let blobs = fixture.blobs()
            _ = try await blobs.setAccess(ContainerAccess(), toContainer: "pictures").firstValue()
            try await body(blobs, fixture.queues()) { signature in
                var account = fixture.account
                account.credential = .sharedAccessSignature(signature)
                return account
            }
        }
    }

    private func sign(_ access: ServiceAccess) throws -> SharedAccessSignature {
        var access = access
        access.requiresHTTPS = false
        return try access.signed(by: .emulator, of: "devstoreaccount1")
    }

    @Test func signatureOfBlobGrantsAccessToOneBlob() async throws {
        try await withSample { _, _, guest async throws in
            let blob = BlobPath("pictures", "2026/11/日本 語.txt")
            let headers = BlobHeaders(contentType: "text/x", contentDisposition: "attachment; filename=\"a b.txt\"")
            let access = ServiceAccess(to: .blob(blob), permissions: .read, until: Self.end, responseHeaders: headers)
            let blobs = BlobClient(guest(try sign(access)))
            #expect(try await blobs.data(of: blob).firstValue() == Data("こんにちは\n".utf8))
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.headers.contentType == "text/x")
            #expect(details.properties.headers.contentDisposition == "attachment; filename=\"a b.txt\"")
            try await expectFailure(of: blobs.data(of: BlobPath("pictures", "readme.txt")), .authenticationFailed)
            try await expectFailure(of: blobs.put(HTTPBody("1"), to: blob), .authorizationPermissionMismatch)
            #expect(try await failure(of: blobs.blobs(in: "pictures")).status == .forbidden)
        }
    }

    @Test func signatureOfContainerGrantsAccessToItsBlobs() async throws {
        try await withSample { _, _, guest async throws in
            let access = ServiceAccess(to: .container("pictures"), permissions: [.read, .list], until: Self.end)
            let blobs = BlobClient(guest(try sign(access)))
            #expect(try await blobs.blobs(in: "pictures").collected().count == 6)
            #expect(try await blobs.data(of: BlobPath("pictures", "readme.txt")).firstValue().count == 16)
            try await expectFailure(of: blobs.blobs(in: "backups"), .authenticationFailed)
            try await expectFailure(of: blobs.details(ofContainer: "pictures"), .authorizationPermissionMismatch)
        }
    }

    @Test func signatureFollowsStoredAccessPolicy() async throws {
        try await withSample { owner, queues, guest async throws in
            let readme = BlobPath("pictures", "readme.txt")
            let blobs = BlobClient(guest(try sign(ServiceAccess(to: .container("pictures"), policyID: "a & b"))))
            try await expectFailure(of: blobs.data(of: readme), .authenticationFailed)
            let policies =
                [
                    (StoredAccessPolicy(id: "a & b", permissions: [.read, .list], until: Self.end), nil),
                    (
                        StoredAccessPolicy(id: "a & b", permissions: .list, until: Self.end),
                        .authorizationPermissionMismatch
                    ),
                    (StoredAccessPolicy(id: "a & b", permissions: .read, until: Self.start), .authenticationFailed),
                    (StoredAccessPolicy(id: "a & b", permissions: .read), .authenticationFailed),
                ] as [(StoredAccessPolicy, AzureStorageError.Code?)]
            for (policy, code) in policies {
                _ = try await owner.setAccess(ContainerAccess(policies: [policy]), toContainer: "pictures").firstValue()
                if let code {
                    #expect(try await failure(of: blobs.data(of: readme)).azureStorage?.code == code)
                } else {
                    #expect(try await blobs.data(of: readme).firstValue().count == 16)
                }
            }
            let workers = StoredAccessPolicy(id: "workers", permissions: [.process], until: Self.end)
            try await queues.setAccessPolicies([workers], ofQueue: "jobs").firstValue()
            let worker = QueueClient(guest(try sign(ServiceAccess(to: .queue("jobs"), policyID: "workers"))))
            #expect(try await worker.receive(from: "jobs").firstValue().count == 1)
            try await expectFailure(of: worker.send("a", to: "jobs"), .authorizationPermissionMismatch)
        }
    }

    @Test func signatureOfQueueGrantsAccessToMessages() async throws {
        try await withSample { _, _, guest async throws in
            let access = ServiceAccess(to: .queue("jobs"), permissions: [.read, .add], until: Self.end)
            let queues = QueueClient(guest(try sign(access)))
            _ = try await queues.send("a", to: "jobs").firstValue()
            #expect(try await queues.peek(at: "jobs", count: 32).firstValue().count == 4)
            #expect(try await queues.properties(ofQueue: "jobs").firstValue().approximateMessageCount == 4)
            try await expectFailure(of: queues.receive(from: "jobs"), .authorizationPermissionMismatch)
            try await expectFailure(of: queues.deleteQueue("jobs"), .authorizationPermissionMismatch)
        }
    }

    // MARK: Validation

    @Test func rejectsAccessThatServiceWouldReject() throws {
        let key = try #require(delegationKey(Self.delegationKey).values.first)
        func reason(_ access: ServiceAccess, isDelegated: Bool = false) -> String? {
            do throws(ServiceAccessError) {
                _ = try isDelegated ? access.signed(by: key, of: "a") : access.signed(by: .emulator, of: "a")
                return nil
            } catch {
                return "\(error)"
            }
        }
        for seconds in [253_402_300_800, -62_135_596_801, .infinity, .nan] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(
                reason(ServiceAccess(to: .blob(Self.film), permissions: .read, until: date))?
                    .contains("a date must be in the years 1 to 9999") == true)
        }
        var incomplete = ServiceAccess(to: .blob(Self.film), permissions: .read, until: Self.end)
        incomplete.end = nil
        let queue = ServiceAccess(to: .queue("a"), permissions: .read, until: Self.end)
        var typed = queue
        typed.responseHeaders.contentType = "text/plain"
        for (access, isDelegated, expected) in [
            (incomplete, false, "access without a stored access policy requires permissions and an end"),
            (
                ServiceAccess(to: .blob(Self.film), permissions: [.read, .list], until: Self.end), false,
                "access to a blob supports the permissions racwd, got rl"
            ),
            (
                ServiceAccess(to: .queue("a"), permissions: .write, until: Self.end), false,
                "access to a queue supports the permissions raup, got w"
            ),
            (
                ServiceAccess(to: .container("a"), permissions: [], until: Self.end), false,
                "permissions must not be empty"
            ), (queue, true, "a user delegation key cannot sign access to a queue. Use an account key"),
            (typed, false, "the header fields of responses can be specified only for blobs"),
        ] as [(ServiceAccess, Bool, String)] {
            #expect(reason(access, isDelegated: isDelegated) == expected)
        }
        for (start, end) in [(Self.end, Self.start), (Self.end, Self.end), (Self.end, Self.end + 0.5)] {
            #expect(
                reason(ServiceAccess(to: .blob(Self.film), permissions: .read, from: start, until: end))?
                    .hasPrefix("the start must be before the end, got 2026-11-22T00:00:00Z and 2026-11-2") == true)
        }
        for id in ["", String(repeating: "a", count: 65)] {
            #expect(
                reason(ServiceAccess(to: .container("a"), policyID: id))
                    == "the ID of an access policy must have 1 to 64 characters, got \(id.count)")
        }
        for addresses in [
            "", "203.0.113.256", "203.0.113", "::1", "203.0.113.1-", "203.0.113.1-203.0.113.2-203.0.113.3",
        ] {
            #expect(
                reason(ServiceAccess(to: .container("a"), policyID: "a", addresses: addresses))
                    == "addresses must be an IPv4 address or a range such as 203.0.113.0-203.0.113.255, got \(addresses)"
            )
        }
        let policy = ServiceAccess(to: .container("a"), policyID: "a")
        #expect(reason(policy, isDelegated: true)?.hasPrefix("a user delegation signature cannot refer to") == true)
        #expect(reason(policy) == nil)
    }
}

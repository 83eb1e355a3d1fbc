import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests clients behind a proxy that responds instead of the service.
@Suite struct ServiceCheckTests {
    private let page = StubTransport { _ in .text("<html>Sign in</html>", type: "text/html") }

    /// A client whose responses have no fields of the service, unless the stub adds them.
    private func client(_ transport: StubTransport) -> BlobClient {
        BlobClient(StorageAccount(name: "a", credential: .anonymous), transport: transport)
    }

    private func expectPage(_ error: (any Error)?, _ location: SourceLocation = #_sourceLocation) throws {
        let error = try #require(error as? APIError, sourceLocation: location)
        #expect(error.stage == .transport, sourceLocation: location)
        #expect(
            error.reason.contains(
                "the response with status 200 is not from Azure Storage, because it has no x-ms-request-id. Check the "
                    + "endpoint, and whether a proxy or a sign-in page responds instead"),
            "\(error)", sourceLocation: location)
    }

    @Test func pageOfProxyFailsBlobOperations() throws {
        let blobs = RangeStub.client(page)
        let blob = RangeStub.blob
        let lease = LeaseID()
        try expectPage(Recorder(blobs.delete(blob)).error)
        try expectPage(Recorder(blobs.put(HTTPBody("a"), to: blob)).error)
        try expectPage(Recorder(blobs.setMetadata(["a": "1"], of: blob)).error)
        try expectPage(Recorder(blobs.renewLease(lease, on: .blob(blob))).error)
        try expectPage(Recorder(blobs.releaseLease(lease, on: .blob(blob))).error)
        try expectPage(Recorder(blobs.createContainer("test")).error)
        // Each operation was sent once.
        #expect(page.requests.count == 6)
        try expectPage(Recorder(blobs.upload(HTTPBody(sampleBytes(3_000)), to: blob)).error)
        try expectPage(Recorder(blobs.containers()).error)
    }

    @Test func pageOfProxyIsNotContentOfBlob() async throws {
        let blobs = RangeStub.client(page)
        try expectPage(Recorder(blobs.data(of: RangeStub.blob)).error)
        let recorder = Recorder(blobs.bytes(of: RangeStub.blob))
        try expectPage(recorder.error)
        #expect(recorder.values.isEmpty)
        let files = try TemporaryFiles()
        let path = files.path("copy")
        try expectPage(try await failure(of: blobs.download(RangeStub.blob, to: path)))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func pageOfProxyFailsQueueOperations() throws {
        let queues = QueueClient(page)
        try expectPage(Recorder(queues.clear("jobs")).error)
        try expectPage(Recorder(queues.deleteQueue("jobs")).error)
        try expectPage(Recorder(queues.send("a", to: "jobs")).error)
        try expectPage(Recorder(queues.receive(from: "jobs")).error)
    }

    @Test(arguments: ["x-ms-request-id", "x-ms-version"]) func fieldOfServiceIsSufficient(name: String) throws {
        let fields: HTTPFields = [try #require(HTTPField.Name(name)): "1", .contentType: "text/html"]
        let transport = StubTransport { _ in .status(.accepted, fields: fields) }
        #expect(Recorder(RangeStub.client(transport).delete(RangeStub.blob)).isCompleted)
    }

    @Test(arguments: [
        ("Server", "Azurite-Blob/3.36.0"), ("Server", "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"),
        ("ETag", "\"0x8DE2A7C1B2D3E4F\""), ("x-ms-delete-type-permanent", "true"),
    ])
    func otherFieldsOfServiceAreSufficient(name: String, value: String) throws {
        let fields: HTTPFields = [try #require(HTTPField.Name(name)): value]
        let transport = StubTransport { _ in .status(.accepted, fields: fields) }
        #expect(Recorder(client(transport).delete(RangeStub.blob)).isCompleted)
    }

    @Test(arguments: [[:], [.server: "nginx", .eTag: "\"5f-1a\""]] as [HTTPFields])
    func responseWithoutFieldsOfServiceFails(fields: HTTPFields) throws {
        let transport = StubTransport { _ in .status(.accepted, fields: fields) }
        let error = try Recorder(client(transport).delete(RangeStub.blob)).failure()
        #expect(error.stage == .transport && error.reason.contains("is not from Azure Storage"))
    }

    /// Azurite sends no `x-ms-…` fields with user delegation keys.
    @Test func documentWithoutFieldsOfServiceIsParsed() throws {
        let key = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?><UserDelegationKey><SignedOid>o</SignedOid>\
            <SignedTid>t</SignedTid><SignedStart>2026-11-27T14:10:00Z</SignedStart>\
            <SignedExpiry>2026-11-28T14:10:00Z</SignedExpiry><SignedService>b</SignedService>\
            <SignedVersion>2021-08-06</SignedVersion><Value>YYJlrn4/oauRqZxAd+JNAG1KUtVhUcnk9KvcUy6sfnM=</Value>\
            </UserDelegationKey>
            """
        let transport = StubTransport { _ in .text(key, type: "application/xml; charset=utf-8") }
        let recorder = Recorder(client(transport).userDelegationKey(until: Date(timeIntervalSince1970: 2e9)))
        #expect(recorder.values.map(\.tenantID) == ["t"])
        // A document with another root element is not from the service.
        let page = StubTransport { _ in .text("<html/>", type: "application/xml") }
        #expect(try Recorder(client(page).containers()).failure().stage == .decoding)
        // The body of other responses is not parsed.
        #expect(try Recorder(client(page).delete(RangeStub.blob)).failure().stage == .transport)
        #expect(try Recorder(client(page).data(of: RangeStub.blob)).failure().stage == .transport)
    }

    @Test func errorOfProxyKeepsItsStatus() throws {
        let transport = StubTransport { _ in .text("<html>", type: "text/html", status: .forbidden) }
        let error = try Recorder(RangeStub.client(transport).delete(RangeStub.blob)).failure()
        #expect(error.stage == .status && error.status == .forbidden)
    }

    @Test(arguments: ["application/json", "text/plain"]) func listOfOtherTypeFails(type: String) throws {
        let list = "<EnumerationResults/>"
        let transport = StubTransport { _ in .text(list, type: type) }
        let policies = StubTransport { _ in .text("<SignedIdentifiers/>", type: type) }
        for error in [
            try Recorder(RangeStub.client(transport).containers()).failure(),
            try Recorder(RangeStub.client(policies).access(toContainer: "test")).failure(),
        ] {
            #expect(error.stage == .decoding)
            #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
        }
    }
}

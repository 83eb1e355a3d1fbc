import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct DeclaredLengthTests {
    @Test(arguments: [(0, 2_000), (2, 2_000), (10, 3), (1_500, 2_000), (2_500, 2_000), (1, 0)])
    func lengthMismatchFailsUpload(_ declared: Int, _ count: Int) async throws {
        let transport = StubTransport { _ in .status(.created) }
        let body = HTTPBody.stream(.just(sampleBytes(count)), count: declared)
        let error = try await failure(atEndOf: RangeStub.client(transport).upload(body, to: RangeStub.blob))
        #expect(error.stage == .request)
        #expect("\(error)".contains("content length mismatch: expected \(declared) bytes, got "), "\(error)")
        #expect(!transport.requests.contains { $0.queryItem("comp") != "block" })
        #expect("\(error)".contains(" was not sent: ") == transport.requests.isEmpty)
    }

    @Test func unknownLengthFailsBeforeSending() async throws {
        let transport = StubTransport { _ in .status(.created) }
        var account = StorageAccount.emulator
        account.credential = .sharedAccessSignature(SharedAccessSignature("sv=1&sig=x"))
        let client = BlobClient(account, transport: transport)
        let body = HTTPBody.stream(.just([1, 2, 3]))
        for error in [
            try await failure(of: client.put(body, to: RangeStub.blob)),
            try await failure(of: client.putBlock(body, id: "AAAA", of: RangeStub.blob)),
        ] {
            #expect(error.stage == .request && error.reason.contains("the content has no known length"))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [0, 3, 1_000, 2_000])
    func matchingLengthCompletesUpload(_ count: Int) async throws {
        let transport = StubTransport { _ in .status(.created) }
        let body = HTTPBody.stream(.just(sampleBytes(count)), count: count)
        let progress = try await RangeStub.client(transport).upload(body, to: RangeStub.blob).collected()
        #expect(progress.last?.version != nil && progress.last?.total == count)
    }
}

import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests that uploads apply back-pressure to their content, and report how much of it they have read.
@Suite(.timeLimit(.minutes(10)))
struct UploadBackPressureTests {
    @Test(arguments: [1, 3])
    func limitsBufferedBlocks(_ maxConcurrent: Int) async throws {
        try await StorageFixture.withSample { fixture in
            let started = AsyncStream<Void>.makeStream()
            // No block is ever accepted.
            let transport = AlteringTransport { _, _, _ in
                started.continuation.yield(())
                return .never()
            }
            let options = TransferOptions(chunkSize: 1_000, maxConcurrent: maxConcurrent)
            let read = Log<Void>()
            let chunks = Observable.from(0..<1_000).map { _ in
                read.append(())
                return sampleBytes(1_000)
            }
            let blobs = fixture.blobs(transfers: options, transport: transport)
            let (recorder, subscription) = blobs.upload(.stream(chunks), to: BlobPath("test", "a")).record()
            for await _ in started.stream.prefix(maxConcurrent) {}
            #expect(read.entries.count <= maxConcurrent + 2)
            #expect(recorder.events.isEmpty)
            subscription.dispose()
        }
    }

    @Test(arguments: [1_000, 100_000])
    func reportsProgressOfContent(chunkSize: Int) async throws {
        try await StorageFixture.withSample { fixture in
            let blobs = fixture.blobs(transfers: TransferOptions(chunkSize: chunkSize))
            let log = Log<TransferProgress>()
            let content = HTTPBody(sampleBytes(3_500)).onProgress { log.append($0) }
            _ = try blobs.createContainer("test").wait(timeout: .seconds(60))
            _ = try await blobs.upload(content, to: BlobPath("test", "a")).collected()
            #expect(log.entries == [TransferProgress(completed: 3_500, total: 3_500)])
        }
    }
}

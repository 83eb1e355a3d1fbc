import AzureStorage
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// How much of a content is read before the service takes it.
@Suite(.timeLimit(.minutes(2)))
struct UploadPaceTests {
    @Test(arguments: [1, 3])
    func noMoreIsReadThanIsSentAndAFewPieces(_ maxConcurrent: Int) async throws {
        try await Place.onSample { place in
            let begun = AsyncStream<Void>.makeStream()
            // No block is ever taken.
            let transport = AlteringTransport { _, _, _ in
                begun.continuation.yield(())
                return .never()
            }
            let options = TransferOptions(pieceSize: 1_000, maxConcurrent: maxConcurrent)
            let read = AlteringTransport.Log()
            let chunks = Observable.from(0..<1_000).map { _ in
                _ = read.note("chunk")
                return sampleBytes(1_000)
            }
            let blobs = place.blobs(transfers: options, transport: transport)
            let (events, subscription) = Events.of(blobs.upload(.stream(chunks), to: BlobPath("test", "a")))
            for await _ in begun.stream.prefix(maxConcurrent) {}
            #expect(read.all.count <= maxConcurrent + 2)
            #expect(events.all.isEmpty)
            subscription.dispose()
        }
    }
}

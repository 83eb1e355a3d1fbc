import Rill
import RillAzureStorage
import RillHTTP
import RillSampleServices

extension StorageFixture {
    /// Returns a client for the Queue service.
    func queues(
        codec: MessageCodec = .base64, transport: any Transport = makeDefaultTransport()
    ) -> QueueClient {
        QueueClient(
            account, codec: codec, transport: transport,
            retry: .constantBackoff(attempts: 3, delay: .milliseconds(5)), timeout: .seconds(60))
    }

    /// Runs a test with a queue.
    ///
    /// Deletes the queue and its dead-letter queue afterward.
    static func withQueue<Result>(
        codec: MessageCodec = .base64, options: SampleAzureStorage.Options = .init(),
        _ body: (StorageFixture, QueueClient) async throws -> Result
    ) async throws -> Result {
        try await run(options) { fixture in
            let queues = fixture.queues(codec: codec)
            _ = try await queues.createQueue(fixture.name).firstValue()
            let result: Result
            do {
                result = try await body(fixture, queues)
            } catch {
                try? await fixture.remove(queues)
                throw error
            }
            try await fixture.remove(queues)
            return result
        }
    }

    private func remove(_ queues: QueueClient) async throws {
        for try await queue in queues.queues(prefix: name).values {
            try await queues.deleteQueue(queue.name).firstValue()
        }
    }
}

import AzureStorage
import Rill
import RillHTTP

extension Place {
    /// A client of the queues.
    func queues(
        codec: MessageCodec = .base64, transport: any Transport = makeDefaultTransport()
    ) -> QueueClient {
        QueueClient(
            account, codec: codec, transport: transport,
            retry: .constantBackoff(attempts: 3, delay: .milliseconds(5)), timeout: .seconds(60))
    }

    /// Runs a body with a queue of the place's name, which is deleted behind it, and its dead-letter queue too.
    static func withQueue<Result>(
        codec: MessageCodec = .base64, _ body: (Place, QueueClient) async throws -> Result
    ) async throws -> Result {
        try await run { place in
            let queues = place.queues(codec: codec)
            _ = try await queues.createQueue(place.name).firstValue()
            let result: Result
            do {
                result = try await body(place, queues)
            } catch {
                try? await place.remove(queues)
                throw error
            }
            try await place.remove(queues)
            return result
        }
    }

    private func remove(_ queues: QueueClient) async throws {
        for try await queue in queues.queues(prefix: name).values {
            try await queues.deleteQueue(queue.name).firstValue()
        }
    }
}

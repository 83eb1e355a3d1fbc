import Rill
import RillAzureStorage
import RillHTTP

/// The samples in the documentation comments, compiled to verify them.
private enum QueueSamples {
    static func client(text: String, resize: @escaping @Sendable (String) -> Observable<Int>) throws {
        let queues = QueueClient(try StorageAccount(connectionString: text))
        let sent = queues.createQueue("jobs").flatMap { _ in queues.send("resize 7.png", to: "jobs") }
        let work = queues.processMessages(in: "jobs") { message in resize(message.text) }
        _ = (sent, work)
    }

    static func queues(of client: QueueClient) async throws {
        for try await queue in client.queues(prefix: "jobs-").values { print(queue) }
    }

    static func messages(of client: QueueClient, message: QueueMessage) {
        _ = client.send("resize 7.png", to: "jobs", visibleAfter: .seconds(60), timeToLive: .unlimited)
        _ = client.update(message, in: "jobs", visibleAfter: .seconds(30))
        _ = client.update(message, in: "jobs", text: "resize 8.png")
    }

    static func worker(of queues: QueueClient, resize: @escaping @Sendable (String) async throws -> Void) async throws {
        let work = queues.processMessages(in: "jobs") { message in
            .task { try await resize(message.text) }
        }
        for try await event in work.values { print(event) }
    }
}

import RillHTTP
import Testing

extension SampleAzure {
    /// A received message.
    struct Message: Sendable, Hashable {
        let id: String
        let receipt: String
        let text: String
        let count: Int
    }

    /// Runs a test with a sample server that has an empty queue `jobs`.
    static func withQueue(_ body: (SampleAzure) async throws -> Void) async throws {
        try await with { sample in
            #expect(try await sample.sendSigned(.queue, .put, "/jobs").status == 201)
            try await body(sample)
        }
    }

    /// Adds a message to the queue `jobs`.
    func send(_ text: String, _ query: String = "") async throws -> Response {
        try await sendSigned(
            .queue, .post, "/jobs/messages\(query)", ["Content-Type": "application/xml"],
            text: "<QueueMessage><MessageText>\(text)</MessageText></QueueMessage>")
    }

    /// Receives messages of the queue `jobs`.
    func receive(_ count: Int = 32, visibilityTimeout seconds: Int = 30) async throws -> [Message] {
        let query = "?numofmessages=\(count)&visibilitytimeout=\(seconds)"
        let response = try await sendSigned(.queue, .get, "/jobs/messages\(query)")
        #expect(response.status == 200)
        let counts = response.texts("DequeueCount").map { Int($0) ?? -1 }
        return zip(
            zip(response.texts("MessageId"), response.texts("PopReceipt")), zip(response.texts("MessageText"), counts)
        )
        .map { Message(id: $0.0, receipt: $0.1, text: $1.0, count: $1.1) }
    }

    /// Returns the texts of the visible messages of the queue `jobs` without receiving them.
    func peek() async throws -> [String] {
        try await sendSigned(.queue, .get, "/jobs/messages?peekonly=true&numofmessages=32").texts("MessageText")
    }

    /// Returns the number of messages of the queue `jobs`.
    func count() async throws -> String? {
        try await sendSigned(.queue, .head, "/jobs?comp=metadata")["x-ms-approximate-messages-count"]
    }

    func delete(_ message: Message) async throws -> Response {
        try await sendSigned(
            .queue, .delete, "/jobs/messages/\(message.id)?popreceipt=\(PercentEncoding.encode(message.receipt))")
    }

    func update(_ message: Message, visibilityTimeout seconds: Int, text: String? = nil) async throws -> Response {
        let receipt = PercentEncoding.encode(message.receipt)
        let body = text.map { Array("<QueueMessage><MessageText>\($0)</MessageText></QueueMessage>".utf8) }
        return try await sendSigned(
            .queue, .put, "/jobs/messages/\(message.id)?popreceipt=\(receipt)&visibilitytimeout=\(seconds)", [:], body)
    }
}

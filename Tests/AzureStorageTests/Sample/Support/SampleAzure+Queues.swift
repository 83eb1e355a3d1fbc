import RillHTTP
import Testing

extension SampleAzure {
    /// A message as it is received.
    struct Message: Sendable, Hashable {
        let id: String
        let receipt: String
        let text: String
        let count: Int
    }

    /// Starts a sample with an empty queue, `jobs`.
    static func withQueue(_ body: (SampleAzure) async throws -> Void) async throws {
        try await with { sample in
            #expect(try await sample.ask(.queue, .put, "/jobs").status == 201)
            try await body(sample)
        }
    }

    /// Puts a message into `jobs`.
    func send(_ text: String, _ query: String = "") async throws -> Answer {
        try await ask(
            .queue, .post, "/jobs/messages\(query)", ["Content-Type": "application/xml"],
            text: "<QueueMessage><MessageText>\(text)</MessageText></QueueMessage>")
    }

    /// Takes messages out of `jobs`.
    func receive(_ count: Int = 32, hiddenFor seconds: Int = 30) async throws -> [Message] {
        let query = "?numofmessages=\(count)&visibilitytimeout=\(seconds)"
        let answer = try await ask(.queue, .get, "/jobs/messages\(query)")
        #expect(answer.status == 200)
        let counts = answer.texts("DequeueCount").map { Int($0) ?? -1 }
        return zip(zip(answer.texts("MessageId"), answer.texts("PopReceipt")), zip(answer.texts("MessageText"), counts))
            .map { Message(id: $0.0, receipt: $0.1, text: $1.0, count: $1.1) }
    }

    /// The texts of the next messages of `jobs`, which stay in it.
    func peek() async throws -> [String] {
        try await ask(.queue, .get, "/jobs/messages?peekonly=true&numofmessages=32").texts("MessageText")
    }

    /// How many messages `jobs` has.
    func count() async throws -> String? {
        try await ask(.queue, .head, "/jobs?comp=metadata")["x-ms-approximate-messages-count"]
    }

    func delete(_ message: Message) async throws -> Answer {
        try await ask(
            .queue, .delete, "/jobs/messages/\(message.id)?popreceipt=\(PercentEncoding.encode(message.receipt))")
    }

    func update(_ message: Message, hiddenFor seconds: Int, text: String? = nil) async throws -> Answer {
        let receipt = PercentEncoding.encode(message.receipt)
        let body = text.map { Array("<QueueMessage><MessageText>\($0)</MessageText></QueueMessage>".utf8) }
        return try await ask(
            .queue, .put, "/jobs/messages/\(message.id)?popreceipt=\(receipt)&visibilitytimeout=\(seconds)", [:], body)
    }
}

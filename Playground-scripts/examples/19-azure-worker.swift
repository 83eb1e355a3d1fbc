// A worker that processes the messages of an Azure queue, each at least once.
import RillAzureStorage
import RillSampleServices

struct UnreadableImageError: Error {}

let storage = try SampleAzureStorage()
let queues = QueueClient(try StorageAccount(connectionString: storage.connectionString))

_ = try await queues.createQueue("thumbnails").firstValue()
for name in ["sea.png", "broken.png", "city.png"] {
    _ = try await queues.send(name, to: "thumbnails").firstValue()
}

// The worker deletes a message after its handler has completed. After a failure, the message is received again, up to
// the maximum number of attempts, and is then moved to the queue "thumbnails-poison".
let stop = PublishSubject<Void>()
let work = queues.processMessages(
    in: "thumbnails", maxConcurrent: 1, maxAttempts: 1, until: stop.asObservable()
) { message in
    .task { if message.text == "broken.png" { throw UnreadableImageError() } }
}

var count = 0
for try await event in work.values {
    switch event {
    case .handled(let message): print("handled \(message.text)")
    case .deadLettered(let message, _): print("moved \(message.text) to the dead-letter queue")
    default: print(event)
    }
    count += 1
    if count == 3 { stop.onNext(()) }
}

let dead = try await queues.peek(at: "thumbnails-poison").firstValue()
print("dead letters: \(dead.map(\.text))")
storage.stop()

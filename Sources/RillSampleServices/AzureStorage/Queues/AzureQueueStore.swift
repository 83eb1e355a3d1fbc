internal import Rill

/// A queue with its metadata and messages.
struct AzureQueue: Sendable {
    var metadata: AzureMetadata
    var identifiers = AzureIdentifiers()
    var messages = AzureMessageQueue()
}

/// The data of the Queue service.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class AzureQueueStore: @unchecked Sendable {
    /// The result of creating a queue.
    enum Creation: Sendable {
        case created
        /// A queue with the same metadata already exists.
        case existed
    }

    let service = AzureServiceEndpoints(.queue)
    private let lock = Lock()
    private var queues: [String: AzureQueue] = [:]

    // MARK: Queues

    /// The names of all queues, sorted.
    var names: [String] { lock.withLock { queues.keys.sorted() } }

    func create(_ name: String, metadata: AzureMetadata) throws(AzureError) -> Creation {
        try lock.withLock { () throws(AzureError) in
            if let existing = queues[name] {
                guard existing.metadata.equals(metadata) else { throw .queueExists }
                return .existed
            }
            queues[name] = AzureQueue(metadata: metadata)
            return .created
        }
    }

    func remove(_ name: String) throws(AzureError) {
        try lock.withLock { () throws(AzureError) in
            guard queues.removeValue(forKey: name) != nil else { throw .queueNotFound }
        }
    }

    /// Reads or modifies a queue atomically and in place.
    func change<Result>(
        _ name: String, _ body: (inout AzureQueue) throws(AzureError) -> Result
    ) throws(AzureError) -> Result {
        try lock.withLock { () throws(AzureError) in
            guard let index = queues.index(forKey: name) else { throw .queueNotFound }
            return try body(&queues.values[index])
        }
    }
}

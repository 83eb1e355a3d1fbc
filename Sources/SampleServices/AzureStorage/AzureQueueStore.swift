internal import Foundation

/// A queue.
struct AzureQueue: Sendable {
    var metadata: AzureMetadata
    var identifiers = AzureIdentifiers()
    var messages = AzureMessageLine()
}

/// What the sample's queue service has been told.
///
/// `@unchecked Sendable`: `lock` guards all that changes.
final class AzureQueueStore: @unchecked Sendable {
    /// What has become of the wish for a queue.
    enum Creation: Sendable {
        case created
        /// There was one like it.
        case existed
    }

    private let lock = NSLock()
    private var queues: [String: AzureQueue] = [:]
    private var currentProperties = AzureServiceProperties(.queue)

    private func locked<Result>(
        _ body: () throws(AzureRefusal) -> Result
    ) throws(AzureRefusal) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: The service

    var properties: AzureServiceProperties { lock.withLock { currentProperties } }

    func setProperties(_ body: [UInt8]) throws(AzureRefusal) {
        var changed = properties
        try changed.set(body)
        lock.withLock { currentProperties = changed }
    }

    // MARK: Queues

    /// The names of all queues in their order.
    var names: [String] { lock.withLock { queues.keys.sorted() } }

    func create(_ name: String, metadata: AzureMetadata) throws(AzureRefusal) -> Creation {
        try locked { () throws(AzureRefusal) in
            if let present = queues[name] {
                guard present.metadata.equals(metadata) else { throw .queueExists }
                return .existed
            }
            queues[name] = AzureQueue(metadata: metadata)
            return .created
        }
    }

    func remove(_ name: String) throws(AzureRefusal) {
        try locked { () throws(AzureRefusal) in
            guard queues.removeValue(forKey: name) != nil else { throw .queueNotFound }
        }
    }

    /// Looks at a queue or changes it in its place, as one step.
    func change<Result>(
        _ name: String, _ body: (inout AzureQueue) throws(AzureRefusal) -> Result
    ) throws(AzureRefusal) -> Result {
        try locked { () throws(AzureRefusal) in
            guard let index = queues.index(forKey: name) else { throw .queueNotFound }
            return try body(&queues.values[index])
        }
    }
}

internal import Foundation

/// What the sample's blob service has been told.
///
/// `@unchecked Sendable`: `lock` guards all that changes.
final class AzureBlobStore: @unchecked Sendable {
    private let lock = NSLock()
    private var containers: [String: AzureContainer] = [:]
    private var currentProperties = AzureServiceProperties(.blob)
    private var lastTag = 0x8DE_0000_0000_0000

    private func locked<Result>(
        _ body: () throws(AzureRefusal) -> Result
    ) throws(AzureRefusal) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// A tag that nothing has had before.
    func makeTag() -> String {
        lock.withLock {
            lastTag += 0x1_2345
            return "0x" + String(lastTag, radix: 16, uppercase: true)
        }
    }

    // MARK: The service

    var properties: AzureServiceProperties { lock.withLock { currentProperties } }

    func setProperties(_ body: [UInt8]) throws(AzureRefusal) {
        var changed = properties
        try changed.set(body)
        lock.withLock { currentProperties = changed }
    }

    // MARK: Containers

    /// The names of all containers in their order.
    var containerNames: [String] { lock.withLock { containers.keys.sorted() } }

    /// How public a container is; nil if it is not, or if there is none.
    func access(to container: String) -> AzurePublicAccess? { lock.withLock { containers[container]?.access } }

    func add(_ container: AzureContainer) throws(AzureRefusal) {
        try locked { () throws(AzureRefusal) in
            guard containers[container.name] == nil else { throw .containerExists }
            containers[container.name] = container
        }
    }

    func remove(_ name: String, check: (AzureContainer) throws(AzureRefusal) -> Void) throws(AzureRefusal) {
        try locked { () throws(AzureRefusal) in
            guard let container = containers[name] else { throw .containerNotFound }
            try check(container)
            containers[name] = nil
        }
    }

    /// A container as it is now.
    func container(_ name: String) throws(AzureRefusal) -> AzureContainer {
        guard let container = lock.withLock({ containers[name] }) else { throw .containerNotFound }
        return container
    }

    /// A blob as it is now.
    func blob(_ name: AzureBlobName, in container: String) throws(AzureRefusal) -> AzureBlob {
        try locked { () throws(AzureRefusal) in
            guard let container = containers[container] else { throw .containerNotFound }
            guard let blob = container[name] else { throw .blobNotFound }
            return blob
        }
    }

    /// Changes a container in its place, as one step.
    func change<Result>(
        _ name: String, _ body: (inout AzureContainer) throws(AzureRefusal) -> Result
    ) throws(AzureRefusal) -> Result {
        try locked { () throws(AzureRefusal) in
            guard let index = containers.index(forKey: name) else { throw .containerNotFound }
            return try body(&containers.values[index])
        }
    }
}

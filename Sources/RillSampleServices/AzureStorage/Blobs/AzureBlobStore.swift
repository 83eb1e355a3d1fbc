internal import Rill

/// The data of the Blob service.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class AzureBlobStore: @unchecked Sendable {
    let service = AzureServiceEndpoints(.blob)
    private let lock = Lock()
    private var containers: [String: AzureContainer] = [:]
    private var lastTag = 0x8DE_0000_0000_0000

    /// Returns a new unique ETag.
    func makeTag() -> String {
        lock.withLock {
            lastTag += 0x1_2345
            return "0x" + String(lastTag, radix: 16, uppercase: true)
        }
    }

    // MARK: Containers

    /// The names of all containers, sorted.
    var containerNames: [String] { lock.withLock { containers.keys.sorted() } }

    /// Returns the level of public access to a container, or `nil` if the container is private or does not exist.
    func access(to container: String) -> AzurePublicAccess? { lock.withLock { containers[container]?.access } }

    func add(_ container: AzureContainer) throws(AzureError) {
        try lock.withLock { () throws(AzureError) in
            guard containers[container.name] == nil else { throw .containerExists }
            containers[container.name] = container
        }
    }

    func remove(_ name: String, check: (AzureContainer) throws(AzureError) -> Void) throws(AzureError) {
        try lock.withLock { () throws(AzureError) in
            guard let container = containers[name] else { throw .containerNotFound }
            try check(container)
            containers[name] = nil
        }
    }

    /// Returns a copy of a container.
    func container(_ name: String) throws(AzureError) -> AzureContainer {
        guard let container = lock.withLock({ containers[name] }) else { throw .containerNotFound }
        return container
    }

    /// Returns a copy of a blob.
    func blob(_ name: AzureBlobName, in container: String) throws(AzureError) -> AzureBlob {
        try lock.withLock { () throws(AzureError) in
            guard let container = containers[container] else { throw .containerNotFound }
            guard let blob = container[name] else { throw .blobNotFound }
            return blob
        }
    }

    /// Modifies a container atomically and in place.
    func change<Result>(
        _ name: String, _ body: (inout AzureContainer) throws(AzureError) -> Result
    ) throws(AzureError) -> Result {
        try lock.withLock { () throws(AzureError) in
            guard let index = containers.index(forKey: name) else { throw .containerNotFound }
            return try body(&containers.values[index])
        }
    }
}

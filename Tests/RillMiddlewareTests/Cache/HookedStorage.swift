import Rill
import RillHTTP
import RillMiddleware

/// An in-memory storage that calls closures and simulates failures.
final class HookedStorage: CacheStorage, @unchecked Sendable {  // used by one thread
    private let base = MemoryCacheStorage()
    var onCommit: @Sendable () -> Void = {}
    var onUpdate: @Sendable () -> Void = {}
    var onUpdated: @Sendable () -> Void = {}

    /// Whether no response can be written.
    var fails = false

    /// Whether entries cannot be removed, for example because the process has too many open files.
    var failsToRemove = false

    let scheduler: (any Scheduler)?

    struct Failure: Error {}

    struct Writer: CacheWriter {
        let base: any CacheWriter
        let storage: HookedStorage

        func append(_ bytes: [UInt8]) throws { try base.append(bytes) }

        func commit(metadata: [UInt8]) throws {
            if storage.fails { throw Failure() }
            storage.onCommit()
            try base.commit(metadata: metadata)
        }

        func cancel() { base.cancel() }
    }

    init(scheduler: (any Scheduler)? = nil) {
        self.scheduler = scheduler
    }

    var maximumBodySize: Int { base.maximumBodySize }
    var size: Int { base.size }
    var secret: [UInt8] { base.secret }

    func entries(for key: String) -> [CacheEntry] { base.entries(for: key) }

    func makeWriter(for key: String, variant: String) -> any CacheWriter {
        Writer(base: base.makeWriter(for: key, variant: variant), storage: self)
    }

    func replaceMetadata(of entry: CacheEntry, with metadata: [UInt8]) {
        onUpdate()
        base.replaceMetadata(of: entry, with: metadata)
        onUpdated()
    }

    func removeEntries(for key: String, variant: String?) throws {
        if failsToRemove { throw Failure() }
        base.removeEntries(for: key, variant: variant)
    }

    func removeAll() throws {
        if failsToRemove { throw Failure() }
        base.removeAll()
    }
}

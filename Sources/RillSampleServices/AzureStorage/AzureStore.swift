internal import Rill

/// The containers or queues of a service by name.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class AzureStore<Value: Sendable>: @unchecked Sendable {
    let service: AzureServiceEndpoints
    private let notFound: AzureError
    private let lock = Lock()
    private var values: [String: Value] = [:]
    private var lastTag: Int64 = 0x8DE_0000_0000_0000

    /// - Parameters:
    ///   - kind: The service.
    ///   - notFound: The error for a name that does not exist.
    init(_ kind: AzureServiceKind, notFound: AzureError) {
        service = AzureServiceEndpoints(kind)
        self.notFound = notFound
    }

    /// Returns a new unique ETag.
    func makeTag() -> String {
        lock.withLock {
            lastTag += 0x1_2345
            return "0x" + String(lastTag, radix: 16, uppercase: true)
        }
    }

    /// All names, sorted.
    var names: [String] { lock.withLock { values.keys.sorted() } }

    /// Adds a value, unless the name exists, and returns the existing value.
    func add(_ value: Value, _ name: String) -> Value? {
        lock.withLock {
            if let existing = values[name] { return existing }
            values[name] = value
            return nil
        }
    }

    func remove(_ name: String, check: (Value) throws -> Void = { _ in }) throws {
        try lock.withLock {
            guard let value = values[name] else { throw notFound }
            try check(value)
            values[name] = nil
        }
    }

    /// Reads or modifies a value atomically and in place.
    func change<Result>(_ name: String, _ body: (inout Value) throws -> Result) throws -> Result {
        try lock.withLock {
            guard let index = values.index(forKey: name) else { throw notFound }
            return try body(&values.values[index])
        }
    }
}

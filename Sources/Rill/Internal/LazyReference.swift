public import Synchronization

/// An object that is created when first needed, by any thread, and then never replaced.
///
/// Equivalent to `AtomicLazyReference`, whose operations are compiled into the standard library. There, the thread
/// sanitizer does not see them and reports false data races on the object's contents.
@usableFromInline
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let storage: Atomic<Unmanaged<Object>?>

    @inlinable
    init(_ object: Object? = nil) {
        storage = Atomic(object.map { .passRetained($0) })
    }

    @inlinable
    deinit {
        storage.load(ordering: .acquiring)?.release()
    }

    /// Returns the object, if it has been stored.
    @inlinable
    func load() -> Object? {
        storage.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// Stores an object unless another one is already stored.
    ///
    /// - Returns: The stored object.
    @inlinable
    func storeIfNil(_ object: Object) -> Object {
        let mine = Unmanaged.passRetained(object)
        let (isMine, first) = storage.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
        guard !isMine, let first else { return object }
        mine.release()
        return first.takeUnretainedValue()
    }
}

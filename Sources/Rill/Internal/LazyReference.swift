public import Synchronization

/// An object that is made when it is first needed, by whichever thread comes first, and stays.
///
/// As `AtomicLazyReference`, whose operations are compiled into the standard library: the thread sanitizer does not see
/// them there, and reports races on whatever the object holds.
@usableFromInline
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let storage = Atomic<Unmanaged<Object>?>(nil)

    @inlinable
    init() {}

    @inlinable
    deinit {
        storage.load(ordering: .acquiring)?.release()
    }

    /// The object, if there is one.
    @inlinable
    func load() -> Object? {
        storage.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// Keeps the object, unless another one came first.
    ///
    /// - Returns: The one that is kept.
    @inlinable
    func storeIfNil(_ object: Object) -> Object {
        let mine = Unmanaged.passRetained(object)
        let (isMine, first) = storage.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
        guard !isMine, let first else { return object }
        mine.release()
        return first.takeUnretainedValue()
    }
}

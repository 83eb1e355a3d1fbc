public import Synchronization

/// A reference to an object that any thread creates when it is first needed, and that is never replaced.
///
/// Equivalent to `AtomicLazyReference`. The operations of that type are compiled into the standard library, where the
/// thread sanitizer does not see them, so it reports false data races on the object's contents.
@usableFromInline
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, or 0.
    ///
    /// A debug build would look up the metadata of `Atomic<Unmanaged<Object>?>` for each access.
    @usableFromInline let address: Atomic<UInt>

    @inlinable
    init(_ object: Object? = nil) {
        if let object {
            address = Atomic(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()))
        } else {
            address = Atomic(0)
        }
    }

    @inlinable
    deinit {
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return }
        Unmanaged<Object>.fromOpaque(pointer).release()
    }

    /// Returns the object, or `nil` if none has been stored.
    @inlinable
    func load() -> Object? {
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Stores an object unless another one is already stored.
    ///
    /// - Returns: The stored object.
    @inlinable
    func storeIfNil(_ object: Object) -> Object {
        let mine = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
        let (isMine, first) = address.compareExchange(expected: 0, desired: mine, ordering: .acquiringAndReleasing)
        guard !isMine, let pointer = UnsafeRawPointer(bitPattern: first) else { return object }
        Unmanaged.passUnretained(object).release()
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

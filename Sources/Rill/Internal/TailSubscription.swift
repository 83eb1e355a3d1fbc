/// Subscribes to sources in tail position: as the last thing that an operator does with its observer.
///
/// An operator whose source takes over its observer, such as `deferred` or the second source of `concat`, can be built on
/// itself without end. Such a chain is run as a loop: while one subscription in tail position is running on a thread, the next
/// one to the same scope is left to it and starts when it has returned.
@usableFromInline
enum TailSubscription {
    /// The innermost subscription in tail position that is running on a thread.
    struct Frame {
        let scope: Unmanaged<Scope>
        var next: (() -> Void)?
    }

    /// Subscribes to a source on behalf of an observer that the caller does not use afterwards.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - observer: The observer. Its scope identifies the chain.
    @usableFromInline
    static func start<Element>(_ source: Observable<Element>, _ observer: Observer<Element>) {
        let outer = ThreadLocal.tailSubscription
        if let outer, outer.pointee.scope.toOpaque() == Unmanaged.passUnretained(observer.scope).toOpaque(),
            outer.pointee.next == nil
        {
            outer.pointee.next = { source.start(observer) }
            return
        }
        var frame = Frame(scope: .passUnretained(observer.scope))
        withUnsafeMutablePointer(to: &frame) { frame in
            ThreadLocal.tailSubscription = frame
            source.start(observer)
            while let next = frame.pointee.next.take() { next() }
            ThreadLocal.tailSubscription = outer
        }
    }
}

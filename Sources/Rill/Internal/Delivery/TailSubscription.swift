/// Subscribes to sources in tail position: as the last action that an operator takes with its observer.
///
/// An operator whose source takes over its observer, such as `deferred` or the second source of `concat`, can be
/// applied recursively without limit. Such a chain runs as a loop: if a subscription in tail position is in progress on
/// the current thread, the next one for the same scope is deferred until it has returned.
@usableFromInline
enum TailSubscription {
    /// The innermost subscription in tail position that is in progress on a thread.
    struct Frame {
        let scope: Unmanaged<Scope>
        var next: (() -> Void)?
    }

    /// Subscribes an observer to a source.
    ///
    /// The caller must not use the observer afterward.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - observer: The observer, whose scope identifies the chain.
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

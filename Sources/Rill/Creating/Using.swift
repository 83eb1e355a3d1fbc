extension Observable {
    /// Creates a resource for each subscription, and releases it when the subscription ends.
    ///
    ///     let lines = Observable.using(
    ///         { try LogFile(path) },
    ///         { file in .from(file.lines) },
    ///         release: { file in file.close() })
    ///
    /// The resource is released exactly once, whether the subscription completes, fails, or is disposed, or
    /// `makeSource` throws. When it is released, the source has been disposed and its subscribe call has returned. The
    /// terminal event is delivered after the release. If the subscription is disposed from another thread, a source
    /// that was resumed after a pause may still be using the resource for its last element, so the resource must
    /// tolerate one use after its release.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable.using({ 7 }, { _ in source }, release: { print($0) })
    ///     printed  -------7
    ///
    /// ![A marble diagram of `using`.](using)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `makeResource` or `makeSource`.
    ///
    /// - Parameters:
    ///   - makeResource: A closure that creates the resource. Called on subscription.
    ///   - makeSource: A closure that creates the source from the resource.
    ///   - release: A closure that releases the resource. Called on the thread that ends the subscription.
    /// - Returns: A cold observable of the source's events.
    /// - Complexity: O(1) per element; one lock per subscription.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/using.html>
    @inlinable
    public static func using<Resource: Sendable>(
        _ makeResource: @escaping @Sendable () throws -> Resource,
        _ makeSource: @escaping @Sendable (Resource) throws -> Observable,
        release: @escaping @Sendable (Resource) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            guard !observer.scope.isStopped else { return }
            let usesTrampoline = observer.scope.startsOnTrampoline
            let observer = usesTrampoline ? observer.gated : observer
            let resource: Resource
            do {
                resource = try makeResource()
            } catch {
                return observer.fail(error, at: OperatorCallSite("using", location))
            }
            let source: Observable
            do {
                source = try makeSource(resource)
            } catch {
                release(resource)
                return observer.fail(error, at: OperatorCallSite("using", location))
            }
            let scope = observer.scope.makeChild()
            let lease = Lease<Element> { release(resource) }
            // This action is registered first in the scope and therefore runs last, after the source's own cleanup
            // actions.
            scope.onStop { lease.sourceDidEnd() }
            let start = {
                if !scope.isStopped {
                    source.start(
                        Observer(scope) { event in
                            guard event.isTerminal else { return observer.send(event) }
                            scope.stop()
                            if !lease.store(event) {
                                observer.forward(event, from: scope, at: OperatorCallSite("using", location))
                            }
                        })
                }
                if let end = lease.sourceDidStart() {
                    observer.forward(end, from: scope, at: OperatorCallSite("using", location))
                }
            }
            if usesTrampoline { Trampoline.run(start) } else { start() }
        }
    }
}

/// Releases a resource once its source has ended and the subscribe call has returned.
@usableFromInline
final class Lease<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var release: (@Sendable () -> Void)?
    private var isStarting = true
    private var hasEnded = false
    private var end: Event<Element>?

    @usableFromInline
    init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    /// Records that the source has ended or has been disposed.
    @usableFromInline
    func sourceDidEnd() {
        let release = lock.withLock {
            hasEnded = true
            return isStarting ? nil : self.release.take()
        }
        release?()
    }

    /// Stores the terminal event if the source is still being subscribed to, so that it is delivered afterward.
    ///
    /// - Returns: `true` if the event was stored; `false` if the subscribe call has already returned, in which case the
    ///   resource has been released and the caller forwards the event.
    @usableFromInline
    func store(_ event: Event<Element>) -> Bool {
        lock.withLock {
            if isStarting { end = event }
            return isStarting
        }
    }

    /// Records that the subscribe call has returned.
    ///
    /// - Returns: The terminal event, if it has already arrived.
    @usableFromInline
    func sourceDidStart() -> Event<Element>? {
        let release: (@Sendable () -> Void)? = lock.withLock {
            // If the source has ended, its terminal event may still be arriving. It must wait until the resource is
            // released.
            isStarting = hasEnded
            return hasEnded ? self.release.take() : nil
        }
        release?()
        return lock.withLock {
            isStarting = false
            return end.take()
        }
    }
}

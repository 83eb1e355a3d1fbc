extension Observable {
    /// Makes a resource for each subscription, and releases it when that is over.
    ///
    ///     let lines = Observable.using(
    ///         { try LogFile(path) },
    ///         { file in .from(file.lines) },
    ///         release: { file in file.close() })
    ///
    /// The resource is released exactly once, however the subscription ends: by completion, by an error, by disposal, or
    /// because `makeSource` throws. By then the source has been disposed, and subscribing to it has returned. The end is
    /// passed on after the release. Disposed from another thread, a source that has gone on after a pause may still be in
    /// the middle of its last read: a resource has to stand being used once more.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable.using({ 7 }, { _ in source }, release: { print($0) })
    ///     printed  -------7
    ///
    /// ## Errors
    /// Forwards the source's error; what `makeResource` or `makeSource` throws.
    ///
    /// - Parameters:
    ///   - makeResource: Makes what the source works with, when someone subscribes.
    ///   - makeSource: Makes the source.
    ///   - release: Called with the resource on the thread where the subscription ends.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the made source's events.
    /// - Complexity: Constant per value; one lock per subscription.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/using.html>
    @inlinable
    public static func using<Resource: Sendable>(
        _ makeResource: @escaping @Sendable () throws -> Resource,
        _ makeSource: @escaping @Sendable (Resource) throws -> Observable,
        release: @escaping @Sendable (Resource) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let place = Place(file, line)
        return Observable { observer in
            guard !observer.scope.isStopped else { return }
            let hops = observer.scope.startsHop
            let observer = hops ? observer.gated : observer
            let resource: Resource
            do {
                resource = try makeResource()
            } catch {
                return observer.fail(error, at: Site("using", place))
            }
            let source: Observable
            do {
                source = try makeSource(resource)
            } catch {
                release(resource)
                return observer.fail(error, at: Site("using", place))
            }
            let scope = observer.scope.makeChild()
            let lease = Lease<Element> { release(resource) }
            // The first thing in the scope, and so the last to go: what the source hangs there goes before it.
            scope.onStop { lease.sourceIsOver() }
            let start = {
                if !scope.isStopped {
                    source.start(
                        Observer(scope) { event in
                            guard event.isTerminal else { return observer.send(event) }
                            scope.stop()
                            if !lease.hold(event) { observer.forward(event, from: scope, at: Site("using", place)) }
                        })
                }
                if let end = lease.sourceHasStarted() {
                    observer.forward(end, from: scope, at: Site("using", place))
                }
            }
            if hops { Trampoline.run(start) } else { start() }
        }
    }
}

/// Releases a resource once the source is over and its subscribing has returned, whichever comes last.
@usableFromInline
final class Lease<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var release: (@Sendable () -> Void)?
    private var isStarting = true
    private var isOver = false
    private var end: Event<Element>?

    @usableFromInline
    init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    /// The source has ended or has been disposed.
    @usableFromInline
    func sourceIsOver() {
        let release = lock.withLock {
            isOver = true
            return isStarting ? nil : self.release.take()
        }
        release?()
    }

    /// Keeps the end for the one who is subscribing to the source, if it has come out of that.
    ///
    /// - Returns: False if nobody is: then the resource has been released, and the end is for the caller to pass on.
    @usableFromInline
    func hold(_ event: Event<Element>) -> Bool {
        lock.withLock {
            if isStarting { end = event }
            return isStarting
        }
    }

    /// Subscribing to the source has returned.
    ///
    /// - Returns: The end, if it has come already.
    @usableFromInline
    func sourceHasStarted() -> Event<Element>? {
        let release: (@Sendable () -> Void)? = lock.withLock {
            // If it is over, the end may still be on its way here, and waits until the release is done.
            isStarting = isOver
            return isOver ? self.release.take() : nil
        }
        release?()
        return lock.withLock {
            isStarting = false
            return end.take()
        }
    }
}

extension Observable {
    /// Creates a resource for each subscription, and releases it when the subscription ends.
    ///
    ///     let lines = Observable.using(
    ///         { try LogFile(path) },
    ///         { file in .from(file.lines) },
    ///         release: { file in file.close() })
    ///
    /// The resource is released exactly once, whether the subscription completes, fails, or is disposed, or
    /// `makeSource` throws. When it is released, the terminal event has been delivered, the source has been disposed, and
    /// its subscribe call has returned; see rule 3.6 of <doc:EventContract>. If the subscription is disposed from another
    /// thread, a source that was resumed after a pause may still be using the resource for its last element, so the
    /// resource must tolerate one use after its release.
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
            let usesTrampoline = observer.scope.usesTrampoline
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
                observer.scope.onStop { release(resource) }
                return observer.fail(error, at: OperatorCallSite("using", location))
            }
            let scope = observer.scope.makeChild()
            // The resource is released when the source has ended and its subscribe call has returned.
            let uses = Countdown(from: 2)
            // This action is registered first in the scope and therefore runs last, after the source's own cleanup
            // actions.
            scope.onStop { if uses.step() { release(resource) } }
            let start = {
                if !scope.isStopped {
                    source.start(
                        Observer(scope) { event in
                            guard event.isTerminal else { return observer.send(event) }
                            guard scope.claimEnd(event) else { return }
                            observer.forward(event, from: scope, at: OperatorCallSite("using", location))
                        })
                }
                if uses.step() { release(resource) }
            }
            if usesTrampoline { Trampoline.nest(start) } else { start() }
        }
    }
}

extension FlatMap {
    /// A slot for one inner observable.
    ///
    /// The slot is reused if the inner observable completes before its subscribe call returns and leaves no resources
    /// behind, as `just` does.
    @usableFromInline
    final class Slot: Sendable {
        @usableFromInline let owner: FlatMap
        @usableFromInline let scope: Scope
        @usableFromInline let handoff = Handoff()

        @inlinable
        init(of owner: FlatMap) {
            self.owner = owner
            scope = owner.scope.makeChild()
        }

        @inlinable
        @inline(__always)
        func receive(_ event: Event<Result>) {
            switch event {
            case .next:
                owner.output.send(event)
            case .error(let error):
                scope.beginStop()
                owner.output.fail(error, from: scope, at: owner.site)
            case .completed:
                // Operators inside the inner observable must observe the stop immediately; otherwise, `zip` would
                // subscribe to its other source. A pristine scope contains no such operator and stays open, so that the
                // slot can be reused.
                if !scope.isPristine { scope.beginStop() }
                guard handoff.finish() else { return }
                owner.release(scope)
                owner.finish()
            }
        }
    }
}

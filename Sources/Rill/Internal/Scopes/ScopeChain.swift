internal import Synchronization

/// A list of stopped scopes, linked through their own properties, so that a deep tree is torn down iteratively.
struct ScopeChain: ~Copyable {
    private var head: Scope?

    /// Marks all descendants of `root` as stopped, and collects the descendants that were not already stopped.
    ///
    /// Must be called with the tree's lock held.
    init(stoppingChildrenOf root: Scope) {
        head = root.firstChild
        root.firstChild = nil
        var last: Scope?
        var cursor = head
        while let scope = cursor {
            scope.parent = nil
            scope.previous = nil
            let state = scope.word.bitwiseOr(Scope.Bit.stopped, ordering: .acquiringAndReleasing).oldValue
            if state & Scope.Bit.stopped == 0 || scope.takeEnding() != nil {
                if let child = scope.firstChild {
                    scope.firstChild = nil
                    var tail = child
                    while let next = tail.next { tail = next }
                    tail.next = scope.next
                    scope.next = child
                }
                last = scope
                cursor = scope.next
            } else {
                // Another thread has stopped this scope. It is waiting for the lock and will process the scope itself.
                cursor = scope.next
                scope.next = nil
                if let last { last.next = cursor } else { head = cursor }
            }
        }
    }

    mutating func popFirst() -> Scope? {
        guard let scope = head else { return nil }
        head = scope.next
        scope.next = nil
        return scope
    }

    deinit {
        precondition(head == nil, "a chain of stopped scopes was released before all scopes were processed")
    }
}

internal import Synchronization

/// Stopped scopes, strung on their own links, so that a deep tree is torn down by a loop.
struct ScopeChain: ~Copyable {
    private var head: Scope?

    /// Marks all below `root` as stopped and strings up those that nobody else had stopped.
    ///
    /// Call under the tree's lock.
    init(stoppingChildrenOf root: Scope) {
        head = root.firstChild
        root.firstChild = nil
        var last: Scope?
        var cursor = head
        while let scope = cursor {
            scope.parent = nil
            scope.previous = nil
            let state = scope.word.bitwiseOr(Scope.Bit.stopped, ordering: .acquiringAndReleasing).oldValue
            if state & Scope.Bit.stopped == 0 {
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
                // Another thread has stopped it, waits for this lock, and does the rest itself.
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
        precondition(head == nil, "a chain of stopped scopes was dropped before it was finished")
    }
}

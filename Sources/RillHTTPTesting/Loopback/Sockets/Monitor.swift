internal import RillTesting

/// Mutable state protected by a mutex, with a condition variable for threads that wait for a change.
package final class Monitor<State>: @unchecked Sendable {  // `state` is guarded by `changed`
    private var state: State
    private let changed = Condition()

    package init(_ state: State) {
        self.state = state
    }

    /// Reads the state.
    package func read<Result>(_ body: (State) -> Result) -> Result {
        changed.withLock { body(state) }
    }

    /// Modifies the state and wakes all waiting threads.
    package func update<Result>(_ body: (inout State) -> Result) -> Result {
        defer { changed.broadcast() }
        return changed.withLock { body(&state) }
    }

    /// Waits until `condition` returns a value.
    ///
    /// Returns `nil` if the wait times out.
    ///
    /// `condition` runs with the mutex locked. Its changes to the state do not wake other threads.
    package func wait<Result>(timeout: Duration? = nil, until condition: (inout State) -> Result?) -> Result? {
        changed.wait(timeout: timeout) { condition(&state) }
    }
}

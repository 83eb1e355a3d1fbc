import Foundation

@testable import Rill

/// Detects locks held during callbacks: if the library calls user code with a lock held, two threads deadlock here.
///
/// The first thread is inside a user closure that the library called. A second thread acquires the user's lock and
/// calls into the library, which must return while the first thread is still inside the closure.
final class LockInversion: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private let usersLock = Lock()
    private let skipping: Int
    private var calls = 0
    private var isInside = false
    private var blockedCall: String?

    /// - Parameter skipping: The number of closure calls before the second thread starts calling. Defaults to 0.
    init(skipping: Int = 0) {
        self.skipping = skipping
    }

    /// The number of calls by the second thread.
    var count: Int { lock.withLock { max(0, calls - skipping) } }

    /// Whether no thread is inside the closure.
    var isIdle: Bool { lock.withLock { !isInside } }

    /// The name of the call in which the second thread was blocked until the first thread left the closure, or `nil` if
    /// all calls returned.
    var blocked: String? { lock.withLock { blockedCall } }

    /// Makes the second thread call into the library, and waits for the call to return.
    ///
    /// Must be called from inside the user closure. Nested calls caused by the second thread are ignored.
    ///
    /// - Parameters:
    ///   - name: The name of the call, for failure messages.
    ///   - call: The call that the second thread makes with the user's lock held.
    func callFromSecondThread(_ name: String, _ call: @escaping @Sendable () -> Void) {
        guard enter() else { return }
        let hasReturned = Latch()
        Thread.detachNewThread { [usersLock] in
            usersLock.withLock(call)
            hasReturned.open()
        }
        // After a failure, the first thread leaves without acquiring the lock, so that the test fails instead of
        // hanging.
        let didReturn = hasReturned.wait()
        if didReturn { usersLock.withLock {} }
        lock.withLock {
            isInside = false
            if !didReturn { blockedCall = name }
        }
    }

    private func enter() -> Bool {
        lock.withLock {
            // The number of calls is limited, because events sent by the second thread cause further calls to the
            // closure.
            guard !isInside, blockedCall == nil, calls < skipping + 6 else { return false }
            calls += 1
            guard calls > skipping else { return false }
            isInside = true
            return true
        }
    }
}

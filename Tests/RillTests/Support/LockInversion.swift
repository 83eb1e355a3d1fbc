import Foundation

@testable import Rill

/// Two threads and a lock of the user: who is called under a lock of the library ends in a deadlock here.
///
/// The one thread is inside a closure of the user, which the library has called. Before it takes the user's lock, the
/// other thread takes it and calls in. That must return while the first is still inside.
final class LockInversion: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private let usersLock = Lock()
    private let skipping: Int
    private var visits = 0
    private var isInside = false
    private var stuckIn: String?

    /// - Parameter skipping: How many visits to the closure go by before the other thread is let in.
    init(skipping: Int = 0) {
        self.skipping = skipping
    }

    /// How often the other thread has been let in.
    var count: Int { lock.withLock { max(0, visits - skipping) } }

    /// Whether no thread is inside the closure.
    var isIdle: Bool { lock.withLock { !isInside } }

    /// In which call the other thread was stuck until the first had left; nil if it always came back.
    var stuck: String? { lock.withLock { stuckIn } }

    /// Lets the other thread call in, and waits until it is back.
    ///
    /// Called from inside the closure of the user; not for visits that the other thread causes.
    ///
    /// - Parameters:
    ///   - name: What the call is.
    ///   - call: Done by the other thread, with the user's lock held.
    func letIn(_ name: String, _ call: @escaping @Sendable () -> Void) {
        guard enter() else { return }
        let isBack = Latch()
        Thread.detachNewThread { [usersLock] in
            usersLock.withLock(call)
            isBack.open()
        }
        // After a failure the first thread leaves without the lock, so that the test fails and does not hang.
        let cameBack = isBack.wait()
        if cameBack { usersLock.withLock {} }
        lock.withLock {
            isInside = false
            if !cameBack { stuckIn = name }
        }
    }

    private func enter() -> Bool {
        lock.withLock {
            // A handful of visits: what the other thread sends leads to more of them.
            guard !isInside, stuckIn == nil, visits < skipping + 6 else { return false }
            visits += 1
            guard visits > skipping else { return false }
            isInside = true
            return true
        }
    }
}

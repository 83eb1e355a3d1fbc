#if os(Linux)
    internal import Dispatch
    internal import Foundation
    internal import Rill
    internal import Synchronization

    /// Stops the loops before the process exits.
    ///
    /// During exit, OpenSSL frees its global tables, and a thread that runs in libcurl at that time crashes. An exit
    /// handler therefore halts the threads of all loops first. It waits up to 250 ms in total for threads that are busy
    /// in a handler.
    enum CurlExit {
        private static let shared = CurlExitState()

        /// Registers a loop whose thread is about to start.
        ///
        /// Must be called after libcurl has been loaded, because exit handlers run in reverse order of registration.
        static func register(_ mailbox: CurlMailbox) {
            let before = shared.process.exchange(getpid(), ordering: .relaxed)
            shared.lock.withLock {
                // A forked process does not have the threads of its parent.
                if before != getpid() { shared.loops = [] }
                shared.loops.append(mailbox)
            }
            // A forked process inherits the exit handlers of its parent.
            if before == 0 { atexit { CurlExit.freezeAll() } }
        }

        /// Unregisters a loop that has freed all its handles.
        static func unregister(_ mailbox: CurlMailbox) {
            shared.lock.withLock { shared.loops.removeAll { $0 === mailbox } }
            // The exit handler may be waiting for this loop to halt. For it, a thread that ends is as good as halted.
            if mailbox.clearExitWaiting() { shared.halted.signal() }
        }

        /// Halts the calling thread, which belongs to a loop, until the process has exited.
        static func halt(_ mailbox: CurlMailbox) -> Never {
            if mailbox.clearExitWaiting() { shared.halted.signal() }
            pauseForever()
        }

        /// Stops the calling thread until the process exits.
        static func pauseForever() -> Never {
            while true { pause() }
        }

        private static func freezeAll() {
            guard shared.process.load(ordering: .relaxed) == getpid() else { return }
            let loops = shared.lock.withLock { shared.loops }
            var busy = 0
            for mailbox in loops where !mailbox.freeze() {
                busy += 1
            }
            let deadline = DispatchTime.now() + .milliseconds(250)
            while busy > 0, shared.halted.wait(timeout: deadline) == .success { busy -= 1 }
        }
    }

    private final class CurlExitState: @unchecked Sendable {
        // `lock` guards the variables.
        let lock = Lock()
        /// The ID of the process that has loops, or 0 if there are none.
        let process = Atomic<pid_t>(0)
        var loops: [CurlMailbox] = []
        let halted = DispatchSemaphore(value: 0)
    }
#endif

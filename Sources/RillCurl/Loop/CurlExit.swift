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
        private static let lock = Lock()
        private nonisolated(unsafe) static var loops: [CurlMailbox] = []  // guarded by `lock`

        /// The ID of the process that has loops, or 0 if there are none.
        private static let process = Atomic<pid_t>(0)
        private static let halted = DispatchSemaphore(value: 0)

        /// Registers a loop whose thread is about to start.
        ///
        /// Must be called after libcurl has been loaded, because exit handlers run in reverse order of registration.
        static func register(_ mailbox: CurlMailbox) {
            let before = process.exchange(getpid(), ordering: .relaxed)
            lock.withLock {
                // A forked process does not have the threads of its parent.
                if before != getpid() { loops = [] }
                loops.append(mailbox)
            }
            // A forked process inherits the exit handlers of its parent.
            if before == 0 { atexit { CurlExit.freezeAll() } }
        }

        /// Removes a loop whose thread could not be started.
        static func remove(_ mailbox: CurlMailbox) {
            lock.withLock { loops.removeAll { $0 === mailbox } }
        }

        /// Unregisters a loop that has freed all its handles.
        static func unregister(_ mailbox: CurlMailbox) {
            remove(mailbox)
            // The exit handler may be waiting for this loop to halt. For it, a thread that ends is as good as halted.
            if mailbox.clearExitWaiting() { halted.signal() }
        }

        /// Halts the calling thread, which belongs to a loop, until the process has exited.
        static func halt(_ mailbox: CurlMailbox) -> Never {
            if mailbox.clearExitWaiting() { halted.signal() }
            pauseForever()
        }

        /// Stops the calling thread until the process exits.
        static func pauseForever() -> Never {
            while true { pause() }
        }

        private static func freezeAll() {
            guard process.load(ordering: .relaxed) == getpid() else { return }
            let loops = lock.withLock { Self.loops }
            var busy = 0
            for mailbox in loops where !mailbox.freeze() { busy += 1 }
            let deadline = DispatchTime.now() + .milliseconds(250)
            while busy > 0, halted.wait(timeout: deadline) == .success { busy -= 1 }
        }
    }
#endif

#if os(Linux)
    internal import Rill
    internal import Synchronization

    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// Keeps the end of the process apart from the loops.
    ///
    /// While a process ends, OpenSSL takes its tables down; a thread that is in libcurl at that moment crashes. So the loops
    /// stand still first. One that does not, because a handler is busy on it, is waited for a quarter of a second in all.
    enum CurlExit {
        private static let shared = CurlExitState()

        /// Registers a loop whose thread is about to begin.
        ///
        /// Call it after libcurl was opened: exit handlers registered later run earlier.
        static func enter(_ mailbox: CurlMailbox) {
            let before = shared.process.exchange(getpid(), ordering: .relaxed)
            shared.lock.withLock {
                // The threads of the process that this one was forked from are not here.
                if before != getpid() { shared.loops = [] }
                shared.loops.append(mailbox)
            }
            // What a process has registered, its forked children have too.
            if before == 0 { atexit { CurlExit.freezeAll() } }
        }

        /// Forgets a loop that has let go of all its handles.
        static func leave(_ mailbox: CurlMailbox) {
            shared.lock.withLock { shared.loops.removeAll { $0 === mailbox } }
            // The end of the process waits for this loop: it has come to its own end instead.
            if mailbox.isAwaitedNoMore() { sem_post(shared.parked) }
        }

        /// Stops the calling thread, which is a loop's, for good.
        static func park(_ mailbox: CurlMailbox) -> Never {
            if mailbox.isAwaitedNoMore() { sem_post(shared.parked) }
            while true {
                pause()
            }
        }

        private static func freezeAll() {
            guard shared.process.load(ordering: .relaxed) == getpid() else { return }
            let loops = shared.lock.withLock { shared.loops }
            var busy = 0
            for mailbox in loops where !mailbox.freeze() {
                busy += 1
            }
            var deadline = timespec()
            clock_gettime(CLOCK_REALTIME, &deadline)
            deadline.tv_nsec += 250_000_000
            if deadline.tv_nsec >= 1_000_000_000 {
                deadline.tv_sec += 1
                deadline.tv_nsec -= 1_000_000_000
            }
            while busy > 0 {
                if sem_timedwait(shared.parked, &deadline) == 0 {
                    busy -= 1
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    private final class CurlExitState: @unchecked Sendable {
        // `lock` guards the variables; the semaphore never moves and never goes.
        let lock = Lock()
        /// The process that has loops; 0 for none.
        let process = Atomic<pid_t>(0)
        var loops: [CurlMailbox] = []
        let parked: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

        init() {
            sem_init(parked, 0, 0)
        }
    }
#endif

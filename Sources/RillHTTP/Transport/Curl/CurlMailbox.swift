#if os(Linux)
    internal import CCurl
    internal import Rill
    internal import Synchronization

    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// Carries what other threads want to the loop's thread, and wakes it: once a batch, and not at all while it is awake.
    final class CurlMailbox: @unchecked Sendable {
        // `lock` guards everything below. Waking happens under it, so that nobody wakes a handle that is gone.

        /// What the loop is asked to do.
        enum Command {
            case start(CurlTransfer)
            case resume(CurlTransfer)
            case cancel(CurlTransfer)
            /// Some exchange may be late.
            case check
        }

        private enum State {
            case fresh
            case running
            case closed
        }

        /// How many forks there had been in the process whose thread reads the mailbox; -1 before there is one.
        ///
        /// A forked process has a copy of the mailbox and no such thread. In it not even the lock may be touched: a thread
        /// that is not there may hold it.
        private let forks = Atomic<Int32>(-1)

        private let lock = Lock()
        private var state = State.fresh
        private var commands: [Command] = []
        private var poller: OpaquePointer?
        private var thread: pthread_t?
        private var isWaiting = false
        private var isFrozen = false

        /// Whether the end of the process waits until the thread stands still.
        private var isAwaited = false

        // MARK: From any thread

        /// Runs `launch` once, to make a poller and the thread that uses it.
        func openOnce(
            _ launch: () throws(CurlFailure) -> OpaquePointer
        ) throws(CurlFailure) {
            guard !isForked else { throw Self.forked }
            try lock.withLock { () throws(CurlFailure) in
                switch state {
                case .running: return
                case .closed: throw Self.closed
                case .fresh: break
                }
                poller = try launch()
                state = .running
                forks.store(ccurl_fork_count(), ordering: .relaxed)
            }
        }

        /// Leaves a command; returns false if nobody will look at it any more.
        @discardableResult
        func post(_ command: Command) -> Bool {
            guard !isForked else { return false }
            return lock.withLock {
                guard state == .running else { return false }
                commands.append(command)
                wake()
                return true
            }
        }

        /// Asks the thread to end.
        func close() {
            guard !isForked else { return }
            lock.withLock {
                state = .closed
                wake()
            }
        }

        /// Whether this is a copy that a forked process has.
        private var isForked: Bool {
            let forks = forks.load(ordering: .relaxed)
            return forks >= 0 && forks != ccurl_fork_count()
        }

        /// Asks the thread to stand still for good.
        ///
        /// Returns true if it does so already: it waits for the network, or it is the one that asks.
        func freeze() -> Bool {
            lock.withLock {
                isFrozen = true
                let isStill = isWaiting || thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
                isAwaited = !isStill
                return isStill
            }
        }

        /// Whether the end of the process waits for the thread: it has to be told once, when it stands still.
        func isAwaitedNoMore() -> Bool {
            lock.withLock {
                defer { isAwaited = false }
                return isAwaited
            }
        }

        /// Call it under the lock.
        private func wake() {
            guard isWaiting, let poller else { return }
            isWaiting = false
            ccurl_poller_wake(poller)
        }

        // MARK: From the loop's thread

        /// Makes the calling thread known as the loop's.
        func enter() {
            lock.withLock { thread = pthread_self() }
        }

        /// What a thread that has taken its commands does next.
        enum Turn {
            case work
            case freeze
            case end
        }

        /// Moves the commands to `batch`, which is empty.
        func take(into batch: inout [Command]) -> Turn {
            lock.withLock {
                swap(&batch, &commands)
                if isFrozen { return .freeze }
                return state == .closed ? .end : .work
            }
        }

        /// Whether something is to be done.
        var hasCommands: Bool { lock.withLock { !commands.isEmpty } }

        /// Whether the thread may wait for the network: from now on it is woken.
        func mayWait() -> Bool {
            lock.withLock {
                isWaiting = commands.isEmpty && state == .running && !isFrozen
                return isWaiting
            }
        }

        /// The wait is over: nobody needs to wake the thread.
        ///
        /// - Returns: Whether the thread has to stand still.
        func hasWaited() -> Bool {
            lock.withLock {
                isWaiting = false
                return isFrozen
            }
        }

        /// Forgets the poller, which is about to go.
        func detach() {
            lock.withLock { poller = nil }
        }

        /// What a transfer is told that comes too late.
        static let closed = CurlFailure(kind: .aborted, message: "the transport has been shut down")

        /// What a transfer is told in a forked process.
        static let forked = CurlFailure(
            kind: .unavailable,
            message: "the process was forked after the transport's first request: make a new transport in the child")
    }
#endif

#if os(Linux)
    internal import CRillCurl
    internal import Foundation
    internal import RillHTTPTypes
    internal import Synchronization

    /// A queue of commands from other threads to the loop's thread.
    ///
    /// A command wakes the thread only if it is waiting for the network.
    final class CurlMailbox: @unchecked Sendable {
        // `lock` guards all variables. The poller is woken under the lock, so that it cannot be freed at the same time.

        /// A command for the loop.
        enum Command {
            case start(CurlTransfer)
            case resume(CurlTransfer)
            case cancel(CurlTransfer)
            /// Deliver the pending events of an exchange whose subscriber has resumed.
            case deliver(CurlExchange)
            /// Check the time limits of all exchanges.
            case check
        }

        private enum State {
            case notStarted
            case running
            case closed
        }

        /// The fork count of the process that runs the loop's thread, or -1 before the thread starts.
        ///
        /// A forked process has a copy of the mailbox but not the thread. It must not even use the lock, which a thread
        /// of the parent process may have held during the fork.
        private let forks = Atomic<Int32>(-1)

        private let lock = Lock()
        private var state = State.notStarted
        private var commands: [Command] = []
        private var poller: OpaquePointer?
        private var threads: CurlThreads?
        private var isWaiting = false
        private var isFrozen = false

        /// Whether the exit handler waits for the thread to halt.
        private var isExitWaiting = false

        // MARK: From any thread

        /// Calls `launch` once to create the poller and start the thread.
        func openOnce(_ launch: () throws(TransportError) -> (OpaquePointer, CurlThreads)) throws(TransportError) {
            guard !isForked else { throw Self.forked }
            try lock.withLock { () throws(TransportError) in
                switch state {
                case .running: return
                case .closed: throw Self.closed
                case .notStarted: break
                }
                (poller, threads) = try launch()
                state = .running
                forks.store(ccurl_fork_count(), ordering: .relaxed)
            }
        }

        /// Enqueues a command.
        ///
        /// Returns `false` if the loop is closed and does not process the command.
        @discardableResult
        func post(_ command: Command) -> Bool {
            guard !isForked else { return false }
            return lock.withLock {
                guard state == .running else { return false }
                commands.append(command)
                wake(for: command)
                return true
            }
        }

        /// Requests the end of the thread.
        func close() {
            guard !isForked else { return }
            lock.withLock {
                state = .closed
                wake()
            }
        }

        /// Whether this process was forked after the thread had started.
        var isForked: Bool {
            let forks = forks.load(ordering: .relaxed)
            return forks >= 0 && forks != ccurl_fork_count()
        }

        /// Requests that the thread halts.
        ///
        /// Returns `true` if the thread cannot be inside libcurl: it waits for the network or runs a subscriber's closure.
        func freeze() -> Bool {
            lock.withLock {
                isFrozen = true
                let isQuiescent = isWaiting || threads?.isRunningClosure == true
                isExitWaiting = !isQuiescent
                return isQuiescent
            }
        }

        /// Returns whether the exit handler waits for the thread, and resets this state.
        ///
        /// If this returns `true`, the caller must signal the exit handler.
        func clearExitWaiting() -> Bool {
            lock.withLock {
                defer { isExitWaiting = false }
                return isExitWaiting
            }
        }

        /// Wakes the waiting thread, or makes sure that another thread continues if a closure does not return.
        ///
        /// Must be called with the lock held.
        private func wake(for command: Command? = nil) {
            if isWaiting, let poller {
                isWaiting = false
                ccurl_poller_wake(poller)
            } else {
                let startsExchange = if case .start = command { true } else { false }
                threads?.noteCommand(startsExchange: startsExchange)
            }
        }

        // MARK: From the loop's thread

        /// The action that the thread must take after draining the mailbox.
        enum NextStep {
            case work
            case freeze
            case end
        }

        /// Whether the thread has something to do apart from the events of the network.
        var hasWork: Bool { lock.withLock { !commands.isEmpty || state == .closed } }

        /// Moves all commands to `batch`, which must be empty, and ends the wait, so that commands do not wake the thread.
        func drain(into batch: inout [Command]) -> NextStep {
            lock.withLock {
                isWaiting = false
                swap(&batch, &commands)
                if isFrozen { return .freeze }
                return state == .closed ? .end : .work
            }
        }

        /// Marks the thread as waiting until the mailbox is drained, so that commands wake it.
        ///
        /// Returns `false` if it must not wait.
        func beginWait() -> Bool {
            lock.withLock {
                isWaiting = commands.isEmpty && state == .running && !isFrozen
                return isWaiting
            }
        }

        /// Clears the poller before it is freed.
        func detach() {
            lock.withLock {
                poller = nil
                threads = nil
            }
        }

        /// The failure of transfers that are running when the loop is shut down, or started later.
        static let closed = TransportError(.cancelled, "the request was canceled")

        /// The failure of transfers in a forked process.
        static let forked = TransportError(
            .unavailable,
            "the process was forked after the transport's first request. "
                + "Create a new transport in the child process")
    }
#endif

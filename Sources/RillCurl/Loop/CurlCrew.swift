#if os(Linux)
    internal import CRillCurl
    internal import Dispatch
    internal import Foundation
    internal import Synchronization

    /// The threads of a loop.
    ///
    /// One thread, the leader, runs the engine and the closures of subscribers. Passing each closure to another thread would
    /// cost more than a small request. Instead, another thread, the watcher, looks every millisecond whether the leader is
    /// still in the same closure. If so, the watcher becomes the leader, and no other exchange waits for the closure. The
    /// earlier leader completes its exchange's deliveries, and then becomes the watcher or ends.
    final class CurlCrew: Sendable {
        /// The maximum number of threads.
        ///
        /// If the closures of as many exchanges block at the same time, the other exchanges wait.
        private static let limit = 64

        /// The interval in microseconds at which the watcher looks, and the number of intervals without closures after which it
        /// sleeps.
        private static let interval: UInt32 = 1_000
        private static let patience = 20

        /// The number of intervals for which a closure that sends requests keeps the loop.
        ///
        /// The connections of exchanges that have ended are then used for these requests.
        private static let sendingLimit = 50

        private enum Watcher: UInt8, AtomicRepresentable {
            case absent
            case asleep
            case awake
        }

        /// A number that is odd while the leader runs a closure, and changes with each closure and each change of the leader.
        private let turn = Atomic(0)
        private let watcher = Atomic(Watcher.absent)

        /// The thread of the leader, and the number of commands that its closures have sent.
        private let leader = Atomic<UInt>(0)
        private let sentCount = Atomic(0)
        private let threads = Atomic(0)
        private let hasEnded = Atomic(false)
        private let alarm = DispatchSemaphore(value: 0)
        private let lead: @Sendable (CurlCrew) -> Bool

        /// Creates a crew without threads.
        ///
        /// - Parameter lead: A closure that runs the engine, and returns `true` when the loop has ended, or `false` if the
        ///   calling thread is no longer the leader.
        init(lead: @escaping @Sendable (CurlCrew) -> Bool) {
            self.lead = lead
        }

        /// Starts the first leader.
        ///
        /// - Returns: 0, or an error code of the system.
        func start() -> Int32 {
            makeThread { self.runLeader() }
        }

        // MARK: From the leader

        /// Runs a closure of a subscriber, and returns whether the calling thread is still the leader.
        ///
        /// - Parameters:
        ///   - isWatched: Whether other exchanges would wait for the closure.
        ///   - closure: The closure.
        func run(isWatched: Bool, _ closure: () -> Void) -> Bool {
            let own = turn.add(1, ordering: .sequentiallyConsistent).newValue
            if isWatched { wakeWatcher() }
            closure()
            return turn.compareExchange(expected: own, desired: own + 1, ordering: .acquiringAndReleasing).exchanged
        }

        // MARK: From any thread

        /// Whether the leader runs a closure, and is not inside libcurl.
        var isRunningClosure: Bool { turn.load(ordering: .sequentiallyConsistent) % 2 == 1 }

        /// Makes sure that the leader is replaced if it does not return from a closure.
        func wakeWatcher() {
            switch watcher.load(ordering: .sequentiallyConsistent) {
            case .awake: return
            case .asleep:
                let isOwn = watcher.compareExchange(
                    expected: .asleep, desired: .awake, ordering: .sequentiallyConsistent
                ).exchanged
                if isOwn { alarm.signal() }
            case .absent:
                guard threads.load(ordering: .relaxed) < Self.limit, becomeWatcher() else { return }
                if makeThread({ self.watch() }) != 0 { watcher.store(.absent, ordering: .sequentiallyConsistent) }
            }
        }

        /// Called when a command is sent to the loop.
        func noteCommand() {
            guard isRunningClosure else { return }
            if leader.load(ordering: .relaxed) == UInt(pthread_self()) { sentCount.add(1, ordering: .relaxed) }
            wakeWatcher()
        }

        // MARK: Threads

        private func makeThread(_ main: @escaping @Sendable () -> Void) -> Int32 {
            threads.add(1, ordering: .relaxed)
            let thread = CurlThread {
                main()
                self.threads.subtract(1, ordering: .relaxed)
            }
            let status = thread.start()
            if status != 0 { threads.subtract(1, ordering: .relaxed) }
            return status
        }

        private func runLeader() {
            leader.store(UInt(pthread_self()), ordering: .relaxed)
            if lead(self) {
                hasEnded.store(true, ordering: .sequentiallyConsistent)
                if watcher.load(ordering: .sequentiallyConsistent) == .asleep { alarm.signal() }
            } else if becomeWatcher() {
                watch()
            }
        }

        private func becomeWatcher() -> Bool {
            watcher.compareExchange(expected: .absent, desired: .awake, ordering: .sequentiallyConsistent).exchanged
        }

        /// Looks after the leader until the loop has ended, and replaces the leader if necessary.
        private func watch() {
            var seen = turn.load(ordering: .acquiring)
            var seenCount = sentCount.load(ordering: .relaxed)
            var idleCount = 0
            while !hasEnded.load(ordering: .sequentiallyConsistent) {
                usleep(Self.interval)
                let now = turn.load(ordering: .acquiring)
                let count = sentCount.load(ordering: .relaxed)
                let isUnchanged = now == seen
                let isSending = count != seenCount
                (seen, seenCount) = (now, count)
                idleCount = isUnchanged ? idleCount + 1 : 0
                if isUnchanged, now % 2 == 1, !isSending || idleCount >= Self.sendingLimit, replaceLeader(at: now) {
                    return runLeader()
                }
                if idleCount >= Self.patience, now % 2 == 0 {
                    sleep(at: now)
                    idleCount = 0
                    seen = turn.load(ordering: .acquiring)
                }
            }
        }

        private func replaceLeader(at turn: Int) -> Bool {
            guard
                self.turn.compareExchange(
                    expected: turn, desired: turn + 1, ordering: .acquiringAndReleasing
                ).exchanged
            else { return false }
            watcher.store(.absent, ordering: .sequentiallyConsistent)
            return true
        }

        /// Waits until the leader runs a closure again.
        private func sleep(at turn: Int) {
            watcher.store(.asleep, ordering: .sequentiallyConsistent)
            // A closure can have started while the state was still `awake`.
            let mustSleep =
                self.turn.load(ordering: .sequentiallyConsistent) == turn
                && !hasEnded.load(ordering: .sequentiallyConsistent)
            let isWoken =
                !mustSleep
                && watcher.compareExchange(
                    expected: .asleep, desired: .awake, ordering: .sequentiallyConsistent
                ).exchanged
            if !isWoken { alarm.wait() }
            watcher.store(.awake, ordering: .sequentiallyConsistent)
        }
    }
#endif

#if os(Linux)
    internal import CRillCurl
    internal import Dispatch
    internal import Foundation
    internal import Synchronization

    /// The threads of a loop.
    ///
    /// One thread, the leader, runs the engine and the closures of subscribers. Passing each closure to another thread would
    /// cost more than a small request. Instead, another thread, the watcher, checks every millisecond whether the leader is
    /// still in the same closure. If so, the watcher becomes the leader, and no other exchange waits for the closure. The
    /// earlier leader completes the deliveries of its exchange, and then becomes the watcher or ends.
    final class CurlThreads: Sendable {
        /// The maximum number of threads.
        ///
        /// If the closures of as many exchanges block at the same time, the other exchanges wait.
        private static let limit = 64

        /// The interval in microseconds at which the watcher checks the leader.
        private static let interval: UInt32 = 1_000

        /// The number of intervals without closures after which the watcher sleeps.
        private static let patience = 20

        /// The number of intervals for which a closure that starts exchanges can keep the loop.
        ///
        /// These exchanges then use the connections of exchanges that have just ended.
        private static let startingLimit = 50

        private enum Watcher: UInt8, AtomicRepresentable {
            case absent
            case asleep
            case awake
        }

        /// A number that is odd while the leader runs a closure, and changes with each closure and each change of the leader.
        private let turn = Atomic(0)
        private let watcher = Atomic(Watcher.absent)

        /// The thread of the leader.
        private let leader = Atomic<UInt>(0)

        /// The number of exchanges that the closures of leaders have started.
        private let startCount = Atomic(0)
        private let threadCount = Atomic(0)
        private let hasEnded = Atomic(false)
        private let alarm = DispatchSemaphore(value: 0)
        private let lead: @Sendable (CurlThreads) -> Bool

        /// Creates the object without starting a thread.
        ///
        /// - Parameter lead: A closure that runs the engine, and returns `true` when the loop has ended, or `false` if the
        ///   calling thread is no longer the leader.
        init(lead: @escaping @Sendable (CurlThreads) -> Bool) {
            self.lead = lead
        }

        /// Starts the first leader.
        ///
        /// - Returns: 0, or an error code of the system.
        func start() -> Int32 {
            makeThread { self.run() }
        }

        // MARK: From the leader

        /// Runs a closure of a subscriber, and returns whether the calling thread is still the leader.
        ///
        /// - Parameters:
        ///   - closure: The closure.
        ///   - isWatched: Returns whether other exchanges would wait for the closure. Commands that are sent after this call are
        ///     noted by ``noteCommand(startsExchange:)``. Another thread can already be the leader, so the closure must not
        ///     use the engine.
        func run(_ closure: () -> Void, isWatched: () -> Bool) -> Bool {
            let own = turn.add(1, ordering: .sequentiallyConsistent).newValue
            if isWatched() { wakeWatcher() }
            closure()
            return turn.compareExchange(expected: own, desired: own + 1, ordering: .acquiringAndReleasing).exchanged
        }

        // MARK: From any thread

        /// Whether the leader runs a closure, and is not inside libcurl.
        var isRunningClosure: Bool { turn.load(ordering: .sequentiallyConsistent) % 2 == 1 }

        /// Called when a command is sent to the loop, so that the leader is replaced if it does not return from a closure.
        func noteCommand(startsExchange: Bool) {
            guard isRunningClosure else { return }
            if startsExchange, leader.load(ordering: .relaxed) == UInt(pthread_self()) {
                startCount.add(1, ordering: .relaxed)
            }
            wakeWatcher()
        }

        private func wakeWatcher() {
            switch watcher.load(ordering: .sequentiallyConsistent) {
            case .awake: return
            case .asleep:
                if setAwake(from: .asleep) { alarm.signal() }
            case .absent:
                guard threadCount.load(ordering: .relaxed) < Self.limit, setAwake(from: .absent) else { return }
                let status = makeThread { if self.watch() { self.run() } }
                if status != 0 { watcher.store(.absent, ordering: .sequentiallyConsistent) }
            }
        }

        // MARK: Threads

        private func makeThread(_ main: @escaping @Sendable () -> Void) -> Int32 {
            threadCount.add(1, ordering: .relaxed)
            let thread = CurlThread {
                main()
                self.threadCount.subtract(1, ordering: .relaxed)
            }
            let status = thread.start()
            if status != 0 { threadCount.subtract(1, ordering: .relaxed) }
            return status
        }

        /// Leads and watches in turns until the loop has ended, or until there is another watcher.
        private func run() {
            repeat {
                leader.store(UInt(pthread_self()), ordering: .relaxed)
                if lead(self) {
                    hasEnded.store(true, ordering: .sequentiallyConsistent)
                    if watcher.load(ordering: .sequentiallyConsistent) == .asleep { alarm.signal() }
                    return
                }
            } while setAwake(from: .absent) && watch()
        }

        /// Makes the watcher awake, and returns whether its state was the expected one.
        private func setAwake(from state: Watcher) -> Bool {
            watcher.compareExchange(expected: state, desired: .awake, ordering: .sequentiallyConsistent).exchanged
        }

        /// Watches the leader.
        ///
        /// - Returns: `true` when the calling thread has become the leader, or `false` when the loop has ended.
        private func watch() -> Bool {
            var seen = turn.load(ordering: .acquiring)
            var seenCount = startCount.load(ordering: .relaxed)
            var idleCount = 0
            while !hasEnded.load(ordering: .sequentiallyConsistent) {
                usleep(Self.interval)
                let now = turn.load(ordering: .acquiring)
                let count = startCount.load(ordering: .relaxed)
                let isUnchanged = now == seen
                let isStarting = count != seenCount
                (seen, seenCount) = (now, count)
                idleCount = isUnchanged ? idleCount + 1 : 0
                let isLate = !isStarting || idleCount >= Self.startingLimit
                if isUnchanged, now % 2 == 1, isLate, replaceLeader(at: now) { return true }
                if idleCount >= Self.patience, now % 2 == 0 {
                    sleep(at: now)
                    idleCount = 0
                    seen = turn.load(ordering: .acquiring)
                }
            }
            return false
        }

        private func replaceLeader(at turn: Int) -> Bool {
            let (isReplaced, _) = self.turn.compareExchange(
                expected: turn, desired: turn + 1, ordering: .acquiringAndReleasing)
            if isReplaced { watcher.store(.absent, ordering: .sequentiallyConsistent) }
            return isReplaced
        }

        /// Waits until the leader runs a closure again.
        private func sleep(at turn: Int) {
            watcher.store(.asleep, ordering: .sequentiallyConsistent)
            // A closure can have started while the state was still `awake`.
            let mustSleep =
                self.turn.load(ordering: .sequentiallyConsistent) == turn
                && !hasEnded.load(ordering: .sequentiallyConsistent)
            if mustSleep || !setAwake(from: .asleep) { alarm.wait() }
            watcher.store(.awake, ordering: .sequentiallyConsistent)
        }
    }
#endif

internal import Rill

/// A scheduler that forwards its work to another scheduler, and keeps track of the work that has neither run nor been
/// canceled.
final class WatchedScheduler: Scheduler, CustomStringConvertible, @unchecked Sendable {  // guarded by `lock`
    private struct Work {
        let delay: Duration
        var isRunning = false
    }

    private let base: any Scheduler
    private let onIdle: @Sendable () -> Void
    private let lock = Lock()

    /// The work that has not ended.
    private var open: [Int: Work] = [:]
    private var lastNumber = 0

    /// - Parameters:
    ///   - base: The scheduler that runs the work.
    ///   - onIdle: A closure that is called whenever no work remains.
    init(_ base: any Scheduler, onIdle: @escaping @Sendable () -> Void) {
        self.base = base
        self.onIdle = onIdle
    }

    var description: String { base.displayName }
    var now: Duration { base.now }

    /// Whether there is neither pending nor running work.
    var isIdle: Bool { lock.withLock { open.isEmpty } }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let number = begin(.zero)
        return disposable(base.schedule { self.run(work, number) }, number)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        let number = begin(delay)
        return disposable(base.schedule(after: delay) { self.run(work, number) }, number)
    }

    private func begin(_ delay: Duration) -> Int {
        lock.withLock {
            lastNumber += 1
            open[lastNumber] = Work(delay: delay)
            return lastNumber
        }
    }

    /// Runs work, unless it has been canceled.
    private func run(_ work: () -> Void, _ number: Int) {
        let isCanceled = lock.withLock {
            open[number]?.isRunning = true
            return open[number] == nil
        }
        if isCanceled { return }
        work()
        end(number, isRunning: true)
    }

    private func disposable(_ scheduled: Disposable, _ number: Int) -> Disposable {
        Disposable {
            scheduled.dispose()
            self.end(number, isRunning: false)
        }
    }

    /// Removes work.
    ///
    /// - Parameters:
    ///   - number: The number that identifies the work.
    ///   - isRunning: Whether the caller has just run the work. If not, the caller cancels the work, and running work
    ///     is not removed, because it has not ended.
    private func end(_ number: Int, isRunning: Bool) {
        let isLast = lock.withLock {
            guard open[number]?.isRunning == isRunning else { return false }
            open[number] = nil
            return open.isEmpty
        }
        if isLast { onIdle() }
    }
}

extension WatchedScheduler: OpenWorkSource {
    var openWork: [String] {
        lock.withLock { open.sorted { $0.key < $1.key }.map(\.value.delay) }
            .map { "due after \($0.text) on \(base.displayName)" }
    }
}

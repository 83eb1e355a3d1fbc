internal import Rill

/// A scheduler that passes its work to another one, and knows the work that has neither run nor been canceled.
final class WatchedScheduler: Scheduler, CustomStringConvertible, @unchecked Sendable {  // guarded by `lock`
    private let base: any Scheduler
    private let lock = Lock()

    /// The delays of the pending work.
    private var pending: [Int: Duration] = [:]
    private var observers: [Int: @Sendable () -> Void] = [:]
    private var lastNumber = 0

    init(_ base: any Scheduler) {
        self.base = base
    }

    var description: String { "\(base)" }
    var now: Duration { base.now }
    var isIdle: Bool { lock.withLock { pending.isEmpty } }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let number = begin(.zero)
        return disposable(base.schedule { self.run(work, number) }, number)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        let number = begin(delay)
        return disposable(base.schedule(after: delay) { self.run(work, number) }, number)
    }

    /// Calls a closure whenever work has run or has been canceled.
    func onEnd(_ action: @escaping @Sendable () -> Void) -> Disposable {
        let number = lock.withLock {
            lastNumber += 1
            observers[lastNumber] = action
            return lastNumber
        }
        return Disposable { self.lock.withLock { _ = self.observers.removeValue(forKey: number) } }
    }

    private func begin(_ delay: Duration) -> Int {
        lock.withLock {
            lastNumber += 1
            pending[lastNumber] = delay
            return lastNumber
        }
    }

    private func run(_ work: () -> Void, _ number: Int) {
        work()
        end(number)
    }

    private func disposable(_ scheduled: Disposable, _ number: Int) -> Disposable {
        Disposable {
            scheduled.dispose()
            self.end(number)
        }
    }

    private func end(_ number: Int) {
        let observers = lock.withLock {
            pending.removeValue(forKey: number) == nil ? [] : Array(self.observers.values)
        }
        for observer in observers { observer() }
    }
}

extension WatchedScheduler: OpenWorkSource {
    var openWork: [OpenWork] {
        lock.withLock { pending.sorted { $0.key < $1.key }.map(\.value) }
            .map { OpenWork(.timer, "due after \($0.text) on \(base)") }
    }
}

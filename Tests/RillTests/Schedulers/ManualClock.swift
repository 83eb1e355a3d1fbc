import Rill
import RillTestSupport

/// A clock that the test controls and that records all sleeps.
final class ManualClock: Clock, @unchecked Sendable {  // guarded by `lock`
    struct Instant: InstantProtocol, CustomStringConvertible {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        var description: String { "\(offset)" }
    }

    /// The deadlines of all sleeps.
    let sleeps = Log<Duration>()

    /// The deadlines of all canceled sleeps.
    let cancellations = Log<Duration>()

    private typealias Sleeper = (number: Int, deadline: Instant, wake: CheckedContinuation<Void, any Error>)

    private let lock = Lock()
    private var time: Instant
    private var sleepers: [Sleeper] = []
    private var canceled: Set<Int> = []
    private var lastNumber = 0
    private let refusal: (@Sendable () -> (any Error)?)
    private let onRelease: @Sendable () -> Void

    /// - Parameters:
    ///   - offset: The initial time. Defaults to zero.
    ///   - refusal: A closure called on each sleep; if it returns an error, `sleep` throws that error.
    ///   - onRelease: A closure that is called when the clock is deallocated.
    init(
        at offset: Duration = .zero, refusal: @escaping @Sendable () -> (any Error)? = { nil },
        onRelease: @escaping @Sendable () -> Void = {}
    ) {
        time = Instant(offset: offset)
        self.refusal = refusal
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }

    var now: Instant { lock.withLock { time } }
    var minimumResolution: Duration { .zero }
    var sleeperCount: Int { lock.withLock { sleepers.count } }

    /// Sets the time and, unless `waking` is `false`, wakes the tasks whose deadline has passed.
    func set(to offset: Duration, waking: Bool = true) {
        let woken = lock.withLock {
            time.offset = offset
            guard waking else { return [Sleeper]() }
            let woken = sleepers.filter { $0.deadline <= time }
            sleepers.removeAll { $0.deadline <= time }
            return woken
        }
        for sleeper in woken { sleeper.wake.resume() }
    }

    /// Wakes all sleeping tasks, regardless of their deadlines.
    func wakeAll() {
        let woken = lock.withLock {
            defer { sleepers = [] }
            return sleepers
        }
        for sleeper in woken { sleeper.wake.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = lock.withLock {
            lastNumber += 1
            return lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                suspend((number, deadline, continuation))
            }
        } onCancel: {
            cancel(number, deadline)
        }
    }

    private func suspend(_ sleeper: Sleeper) {
        if let error = refusal() {
            sleeper.wake.resume(throwing: error)
        } else {
            let (isCancelled, isDue) = lock.withLock {
                let isCancelled = canceled.contains(sleeper.number)
                let isDue = sleeper.deadline <= time
                if !isCancelled, !isDue { sleepers.append(sleeper) }
                return (isCancelled, isDue)
            }
            if isCancelled {
                sleeper.wake.resume(throwing: CancellationError())
            } else if isDue {
                sleeper.wake.resume()
            }
        }
        sleeps.append(sleeper.deadline.offset)
    }

    private func cancel(_ number: Int, _ deadline: Instant) {
        let sleeper = lock.withLock {
            canceled.insert(number)
            return sleepers.firstIndex { $0.number == number }.map { sleepers.remove(at: $0) }
        }
        sleeper?.wake.resume(throwing: CancellationError())
        cancellations.append(deadline.offset)
    }
}

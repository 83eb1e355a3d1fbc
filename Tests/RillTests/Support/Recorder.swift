import Dispatch
import Rill

/// Takes the events of one subscription, from any thread, and lets a test wait for some without blocking a thread.
final class Recorder<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private struct Waiter {
        let condition: ([Event<Element>]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let lock = Lock()
    private var recorded: [Event<Element>] = []
    private var isDelivering = false
    private var sawOverlap = false
    private var waiters: [Int: Waiter] = [:]
    private var waiterCount = 0

    /// Called for each event while it is being delivered.
    private let onEvent: @Sendable (Event<Element>) -> Void

    init(onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }) {
        self.onEvent = onEvent
    }

    var take: @Sendable (Event<Element>) -> Void {
        { event in
            self.lock.withLock {
                if self.isDelivering { self.sawOverlap = true }
                self.isDelivering = true
                self.recorded.append(event)
            }
            self.onEvent(event)
            let served = self.lock.withLock {
                self.isDelivering = false
                return self.takeServed(by: event)
            }
            for waiter in served { waiter.continuation.resume(returning: true) }
        }
    }

    var events: [Event<Element>] { lock.withLock { recorded } }
    var values: [Element] { events.compactMap(\.element) }
    var error: (any Error)? { events.lazy.compactMap(\.error).first }
    var isCompleted: Bool { events.contains { if case .completed = $0 { true } else { false } } }
    var endCount: Int { events.count(where: \.isTerminal) }

    /// Whether an event came while another was being delivered.
    var hasOverlap: Bool { lock.withLock { sawOverlap } }

    /// Waits until the end has come; false after a minute.
    @discardableResult
    func waitForEnd() async -> Bool {
        await wait { $0.contains(where: \.isTerminal) }
    }

    /// Waits until an event meets a condition; false after a minute.
    ///
    /// - Parameter condition: Asked about the events so far, then about each that comes, by itself.
    /// - Returns: Whether such an event has come.
    func wait(until condition: @escaping @Sendable ([Event<Element>]) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let number: Int? = lock.withLock {
                // The event that is being delivered counts when that is done.
                guard !condition(isDelivering ? recorded.dropLast() : recorded) else { return nil }
                waiterCount += 1
                waiters[waiterCount] = Waiter(condition: condition, continuation: continuation)
                return waiterCount
            }
            guard let number else { return continuation.resume(returning: true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [weak self] in
                guard let self else { return }
                let late = lock.withLock { waiters.removeValue(forKey: number) }
                late?.continuation.resume(returning: false)
            }
        }
    }

    private func takeServed(by event: Event<Element>) -> [Waiter] {
        let served = waiters.filter { $0.value.condition([event]) }
        for number in served.keys { waiters[number] = nil }
        return Array(served.values)
    }
}

extension Observable {
    /// Subscribes a new recorder.
    func record(
        onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }
    ) -> (recorder: Recorder<Element>, subscription: Disposable) {
        let recorder = Recorder<Element>(onEvent: onEvent)
        return (recorder, subscribe(recorder.take))
    }
}

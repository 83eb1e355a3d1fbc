import Dispatch
import Rill

/// Records the events of one subscription from any thread, and lets a test await events without blocking a thread.
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

    /// Called during the delivery of each event.
    private let onEvent: @Sendable (Event<Element>) -> Void

    init(onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }) {
        self.onEvent = onEvent
    }

    var receive: @Sendable (Event<Element>) -> Void {
        { event in
            self.lock.withLock {
                if self.isDelivering { self.sawOverlap = true }
                self.isDelivering = true
                self.recorded.append(event)
            }
            self.onEvent(event)
            let served = self.lock.withLock {
                self.isDelivering = false
                return self.removeWaiters(satisfiedBy: event)
            }
            for waiter in served { waiter.continuation.resume(returning: true) }
        }
    }

    var events: [Event<Element>] { lock.withLock { recorded } }
    var values: [Element] { events.compactMap(\.element) }
    var error: (any Error)? { events.lazy.compactMap(\.error).first }
    var isCompleted: Bool { events.contains { if case .completed = $0 { true } else { false } } }
    var endCount: Int { events.count(where: \.isTerminal) }

    /// Whether an event arrived during the delivery of another event.
    var hasOverlap: Bool { lock.withLock { sawOverlap } }

    /// Waits for the terminal event, for up to one minute.
    ///
    /// Returns whether it arrived.
    @discardableResult
    func waitForEnd() async -> Bool {
        await wait { $0.contains(where: \.isTerminal) }
    }

    /// Waits for an event that satisfies a condition, for up to one minute.
    ///
    /// - Parameter condition: A predicate that receives first all events so far, and then each new event by itself.
    /// - Returns: Whether such an event arrived.
    func wait(until condition: @escaping @Sendable ([Event<Element>]) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let number: Int? = lock.withLock {
                // An event counts only after its delivery is complete.
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

    private func removeWaiters(satisfiedBy event: Event<Element>) -> [Waiter] {
        let served = waiters.filter { $0.value.condition([event]) }
        for number in served.keys { waiters[number] = nil }
        return Array(served.values)
    }
}

extension Observable {
    /// Subscribes with a new recorder.
    func record(
        onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }
    ) -> (recorder: Recorder<Element>, subscription: Disposable) {
        let recorder = Recorder<Element>(onEvent: onEvent)
        return (recorder, subscribe(recorder.receive))
    }
}

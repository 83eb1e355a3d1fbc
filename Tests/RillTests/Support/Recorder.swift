import Dispatch
import Rill

/// Takes the events of one subscription, from any thread, and lets a test wait for the end.
final class Recorder<Element: Sendable>: @unchecked Sendable {  // guarded by `queue`
    private let queue = DispatchQueue(label: "recorder")
    fileprivate let arrived = DispatchSemaphore(value: 0)
    private var recorded: [Event<Element>] = []
    private var isDelivering = false
    private var sawOverlap = false

    /// Called for each event while it is being delivered.
    private let onEvent: @Sendable (Event<Element>) -> Void

    init(onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }) {
        self.onEvent = onEvent
    }

    var take: @Sendable (Event<Element>) -> Void {
        { event in
            self.queue.sync {
                if self.isDelivering { self.sawOverlap = true }
                self.isDelivering = true
                self.recorded.append(event)
            }
            self.onEvent(event)
            self.queue.sync { self.isDelivering = false }
            self.arrived.signal()
        }
    }

    var events: [Event<Element>] { queue.sync { recorded } }
    var values: [Element] { events.compactMap(\.element) }
    var error: (any Error)? { events.lazy.compactMap(\.error).first }
    var isCompleted: Bool { events.contains { if case .completed = $0 { true } else { false } } }
    var endCount: Int { events.count(where: \.isTerminal) }

    /// Whether an event came while another was being delivered.
    var hasOverlap: Bool { queue.sync { sawOverlap } }

    /// Waits until the end has come; false after a minute.
    @discardableResult
    func waitForEnd() async -> Bool {
        await wait { $0.contains(where: \.isTerminal) }
    }
}

extension Recorder {
    /// Waits until the events meet a condition; false after a minute without an event.
    ///
    /// A thread of Dispatch blocks meanwhile, not one of those that run tests and tasks.
    func wait(until condition: @escaping @Sendable ([Event<Element>]) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                while !condition(self.events) {
                    if self.arrived.wait(timeout: .now() + 60) == .timedOut {
                        return continuation.resume(returning: condition(self.events))
                    }
                }
                continuation.resume(returning: true)
            }
        }
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

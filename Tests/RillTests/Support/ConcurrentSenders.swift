import Foundation
import RillTestSupport
import Synchronization

@testable import Rill

/// Four threads that concurrently send events to one source.
///
/// The order in which the drain loop of the source delivers the events is recorded before they reach the operator.
final class ConcurrentSenders: @unchecked Sendable {  // `recorded` is guarded by `lock`
    private static let size = 4
    private static let length = 200

    let source = CountedSource()
    private let end: Event<Int>?
    private let base: Int
    private let arrived = Atomic(0)
    private let lock = Lock()
    private var recorded: [(subscription: Int, event: Event<Int>)] = []
    private var subscriptions = 0

    /// - Parameters:
    ///   - end: The terminal event that the first thread sends halfway through its elements, or `nil` for none.
    ///   - base: The lowest element. Defaults to 0.
    init(end: Event<Int>?, base: Int = 0) {
        self.end = end
        self.base = base
    }

    /// Whether the source has a subscription.
    var isSubscribed: Bool { lock.withLock { subscriptions > 0 } }

    /// The events in the order in which the source delivered them, each with the number of its subscription.
    var order: [(subscription: Int, event: Event<Int>)] { lock.withLock { recorded } }

    /// The source, with its events recorded in `order`.
    var recordedSource: Observable<Int> {
        Observable { [self] observer in
            let number = lock.withLock {
                subscriptions += 1
                return subscriptions - 1
            }
            source.observable.start(
                Observer(observer.scope) { [self] event in
                    lock.withLock { recorded.append((number, event)) }
                    observer.send(event)
                })
        }
    }

    /// The closures that the threads run.
    var threads: [@Sendable () -> Void] {
        (0..<Self.size).map { thread in
            { [self] in
                awaitOthers()
                for number in 0..<Self.length {
                    if thread == 0, number == Self.length / 2, let end { source.send(end) }
                    source.send(.next(value(number, of: thread)))
                }
            }
        }
    }

    /// Returns the elements that some of the threads send, in ascending order.
    func sent(by threads: Range<Int>) -> [Int] {
        threads.flatMap { thread in (0..<Self.length).map { value($0, of: thread) } }
    }

    private func value(_ number: Int, of thread: Int) -> Int {
        base + thread * Self.length + number
    }

    /// Spins until all threads have started, so that they send concurrently.
    private func awaitOthers() {
        arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
        for _ in 0..<10_000 where arrived.load(ordering: .acquiring) >= Self.size { return }
    }

    /// Descriptions of lost elements.
    ///
    /// The elements of each thread must be consecutive up to the terminal event, and in the first subscription, they
    /// must start with the first element.
    ///
    /// Subscriptions that the operator disposed before they terminated are not checked.
    var gaps: [String] {
        let order = order
        return order.filter(\.event.isTerminal).flatMap { subscription, end in
            let values = order.filter { $0.subscription == subscription }.compactMap(\.event.element)
            return (0..<Self.size).compactMap { thread -> String? in
                let numbers = values.map { $0 - base - thread * Self.length }.filter { (0..<Self.length).contains($0) }
                if isConsecutive(numbers, of: thread, subscription) { return nil }
                return "subscription \(subscription), up to \(end), thread \(thread): \(numbers)"
            }
        }
    }

    private func isConsecutive(_ numbers: [Int], of thread: Int, _ subscription: Int) -> Bool {
        let isInterrupted = end != nil && subscription == 0
        let first = subscription == 0 ? 0 : numbers.first ?? 0
        guard numbers == Array(first..<first + numbers.count) else { return false }
        // It is unknown how far the other threads were when the terminal event was sent.
        if isInterrupted, thread > 0 { return true }
        let end = isInterrupted ? Self.length / 2 : Self.length
        return first + numbers.count == end || (subscription > 0 && numbers.isEmpty)
    }
}

/// An observer that detects overlapping deliveries, and that is slow enough to let deliveries overlap.
final class OverlapDetectingObserver: @unchecked Sendable {  // `events` is guarded by `lock`
    let faults = Faults()
    private let overlap = OverlapDetector()
    private let lock = Lock()
    private var events: [Event<Int>] = []

    var values: [Int] { lock.withLock { events }.compactMap(\.element) }
    var texts: [String] { lock.withLock { events }.map { "\($0)" } }
    var hasEnded: Bool { lock.withLock { events.last?.isTerminal ?? false } }

    func receive(_ event: Event<Int>) {
        overlap.deliver {
            let before = lock.withLock {
                events.append(event)
                return events.dropLast()
            }
            if let last = before.last, last.isTerminal { faults.add("\(event) arrived after \(last)") }
            // Occasionally yields the processor during a delivery.
            if before.count % 16 == 0 { sched_yield() }
        } onOverlap: {
            faults.add("\(event) arrived during another event")
        }
    }
}

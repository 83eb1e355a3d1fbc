import Foundation
import Synchronization

@testable import Rill

/// Four threads that send into one source at once.
///
/// The source is tapped: what comes out of its drain loop, and in which order, is known before the operator gets it.
final class Crowd: @unchecked Sendable {  // `recorded` is guarded by `lock`
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
    ///   - end: What the first thread sends in the middle of its values; nil for nothing.
    ///   - base: From where its values are counted.
    init(end: Event<Int>?, base: Int = 0) {
        self.end = end
        self.base = base
    }

    /// Whether somebody has subscribed.
    var isSubscribed: Bool { lock.withLock { subscriptions > 0 } }

    /// The events as they come out of the source, each with the number of its subscription.
    var order: [(subscription: Int, event: Event<Int>)] { lock.withLock { recorded } }

    /// The source, tapped.
    var tapped: Observable<Int> {
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

    /// What each thread does.
    var threads: [@Sendable () -> Void] {
        (0..<Self.size).map { thread in
            { [self] in
                meet()
                for number in 0..<Self.length {
                    if thread == 0, number == Self.length / 2, let end { source.send(end) }
                    source.send(.next(value(number, of: thread)))
                }
            }
        }
    }

    /// What some of the threads send, in ascending order.
    func sent(by threads: Range<Int>) -> [Int] {
        threads.flatMap { thread in (0..<Self.length).map { value($0, of: thread) } }
    }

    private func value(_ number: Int, of thread: Int) -> Int {
        base + thread * Self.length + number
    }

    /// Lets the threads begin together.
    private func meet() {
        arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
        for _ in 0..<10_000 where arrived.load(ordering: .acquiring) >= Self.size { return }
    }

    /// Where the source lost something: each thread's values come in a row up to the end, the first subscriber's from the
    /// beginning.
    ///
    /// Of a subscription that the operator has left before its end nothing is said.
    var gaps: [String] {
        let order = order
        return order.filter(\.event.isTerminal).flatMap { subscription, end in
            let values = order.filter { $0.subscription == subscription }.compactMap(\.event.element)
            return (0..<Self.size).compactMap { thread -> String? in
                let numbers = values.map { $0 - base - thread * Self.length }.filter { (0..<Self.length).contains($0) }
                if isRow(numbers, of: thread, subscription) { return nil }
                return "subscription \(subscription), up to \(end), thread \(thread): \(numbers)"
            }
        }
    }

    private func isRow(_ numbers: [Int], of thread: Int, _ subscription: Int) -> Bool {
        let isInterrupted = end != nil && subscription == 0
        let first = subscription == 0 ? 0 : numbers.first ?? 0
        guard numbers == Array(first..<first + numbers.count) else { return false }
        // Where the others were when the first thread ended it, nobody knows.
        if isInterrupted, thread > 0 { return true }
        let end = isInterrupted ? Self.length / 2 : Self.length
        return first + numbers.count == end || (subscription > 0 && numbers.isEmpty)
    }
}

/// An observer that is slow enough to be overtaken, and notices it.
final class CrowdedObserver: @unchecked Sendable {  // `events` is guarded by `lock`
    let faults = Faults()
    private let isInside = Atomic(false)
    private let lock = Lock()
    private var events: [Event<Int>] = []

    var values: [Int] { lock.withLock { events }.compactMap(\.element) }
    var texts: [String] { lock.withLock { events }.map { "\($0)" } }
    var hasEnded: Bool { lock.withLock { events.last?.isTerminal ?? false } }

    func take(_ event: Event<Int>) {
        if isInside.exchange(true, ordering: .acquiringAndReleasing) { faults.add("\(event) came while another did") }
        let before = lock.withLock {
            events.append(event)
            return events.dropLast()
        }
        if let last = before.last, last.isTerminal { faults.add("\(event) came after \(last)") }
        // Now and then another thread gets the processor in the middle.
        if before.count % 16 == 0 { sched_yield() }
        isInside.store(false, ordering: .releasing)
    }
}

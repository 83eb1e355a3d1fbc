package import Rill
package import RillTesting
internal import Synchronization
package import Testing

extension Observable {
    /// Subscribes with a recorder, and records an issue if an event arrives during the delivery of another event.
    ///
    /// - Parameters:
    ///   - recorder: The recorder, which receives each event at the end of its delivery. Defaults to a new one.
    ///   - sourceLocation: The location of the issue.
    ///   - onEvent: A closure that is called during the delivery of each event.
    /// - Returns: The recorder, and a handle that disposes the subscription.
    package func record(
        with recorder: Recorder<Element> = Recorder(), sourceLocation: SourceLocation = #_sourceLocation,
        onEvent: @escaping @Sendable (Event<Element>) -> Void = { _ in }
    ) -> (recorder: Recorder<Element>, subscription: Disposable) {
        let overlap = OverlapDetector()
        let subscription = subscribe { event in
            overlap.deliver {
                onEvent(event)
                recorder.receive(event)
            } onOverlap: {
                Issue.record("\(event) arrived during another event", sourceLocation: sourceLocation)
            }
        }
        return (recorder, subscription)
    }
}

extension Recorder {
    /// The number of terminal events.
    package var endCount: Int { events.count(where: \.isTerminal) }

    /// Waits for the terminal event, for up to one minute.
    ///
    /// - Returns: Whether it arrived.
    @discardableResult
    package func waitForEnd() async -> Bool { await waitForEnd(timeout: .seconds(60)) }
}

/// Detects deliveries that start during another delivery, on the same or another thread.
package final class OverlapDetector: Sendable {
    private let isDelivering = Atomic(false)

    package init() {}

    /// Delivers an event with a closure, after calling `onOverlap` if another delivery is running.
    package func deliver(_ body: () -> Void, onOverlap: () -> Void) {
        if isDelivering.exchange(true, ordering: .acquiringAndReleasing) { onOverlap() }
        body()
        isDelivering.store(false, ordering: .releasing)
    }
}

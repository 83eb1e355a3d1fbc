/// A subject that replays its most recent elements to each new subscriber.
///
///     subject  -1--2--3--|
///     result   -1--2--3--|       ReplaySubject<Int>(bufferSize: 2)
///     later                (23|)
///
/// ![A marble diagram of `ReplaySubject`.](ReplaySubject)
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. After the terminal event, further events are ignored and late subscribers receive the buffered elements
/// and then the terminal event. Does not support back-pressure.
///
/// Subscribing copies the buffered elements, and a thread that sends an event in the meantime waits for the copy.
public final class ReplaySubject<Element: Sendable>: Subject {
    @usableFromInline let hub: Hub<Element>

    /// Creates a subject with no subscribers.
    ///
    /// - Parameter bufferSize: The maximum number of replayed elements. Must be at least 1. `Int.max` means no limit.
    public init(bufferSize: Int, file: StaticString = #fileID, line: UInt = #line) {
        precondition(bufferSize > 0, "ReplaySubject: bufferSize must be at least 1, got \(bufferSize)")
        hub = Hub(
            replay: ReplayBuffer(capacity: bufferSize), at: OperatorCallSite("ReplaySubject", file, line))
    }

    /// Sends an event to all current subscribers.
    ///
    /// - Parameter event: The event.
    @inlinable
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// Returns the observable of the most recent elements and subsequent events.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

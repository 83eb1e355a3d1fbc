/// A subject with a current element, which it emits to each new subscriber first.
///
///     subject  -1--2--3--|
///     result   01--2--3--|       BehaviorSubject(0)
///     later         2-3--|
///
/// ![The diagram above as an image.](BehaviorSubject)
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. After the terminal event, further events are ignored and late subscribers receive only the terminal
/// event. Does not support back-pressure.
public final class BehaviorSubject<Element: Sendable>: Subject {
    @usableFromInline let hub: Hub<Element>

    /// Creates a subject without subscribers.
    ///
    /// - Parameter value: The initial element.
    public init(_ value: Element, file: StaticString = #fileID, line: UInt = #line) {
        let site = OperatorCallSite("BehaviorSubject", file, line)
        hub = Hub(capacity: 1, buffer: [value], replaysAfterEnd: false, at: site)
    }

    /// Sends an event to all current subscribers.
    ///
    /// - Parameter event: The event.
    @inlinable
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// Returns the observable of the current element and subsequent events.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

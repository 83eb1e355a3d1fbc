/// A source that is sent to by hand, has a current value, and gives it to each new subscriber first.
///
///     subject  -1--2--3--|
///     result   01--2--3--|       BehaviorSubject(0)
///     later         2-3--|
///
/// It may be sent to from any thread, also from inside one of its own events: all subscribers see the same order. After
/// the end, events are ignored and a late subscriber gets the end alone. The source cannot park.
public final class BehaviorSubject<Element: Sendable>: Subject {
    private let hub: Hub<Element>

    /// Makes a subject with nobody subscribed.
    ///
    /// - Parameters:
    ///   - value: The first current value.
    ///   - file: Where the subject is made, for traces.
    ///   - line: The line there.
    public init(_ value: Element, file: StaticString = #fileID, line: UInt = #line) {
        let site = Site("BehaviorSubject", file, line)
        hub = Hub(capacity: 1, buffer: [value], replaysAfterEnd: false, at: site)
    }

    /// Sends one event to all who are subscribed.
    ///
    /// - Parameter event: A value or the end.
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// The observable of its current value and the events that follow.
    ///
    /// - Returns: A hot observable.
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

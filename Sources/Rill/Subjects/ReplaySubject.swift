/// A source that is sent to by hand, keeps its latest values, and gives them to each new subscriber first.
///
///     subject  -1--2--3--|
///     result   -1--2--3--|       ReplaySubject<Int>(bufferSize: 2)
///     later                (23|)
///
/// It may be sent to from any thread, also from inside one of its own events: all subscribers see the same order. After
/// the end, events are ignored and a late subscriber gets the kept values, then the end. The source cannot park.
public final class ReplaySubject<Element: Sendable>: Subject {
    private let hub: Hub<Element>

    /// Makes a subject with nobody subscribed.
    ///
    /// - Parameters:
    ///   - bufferSize: How many of the latest values to keep, one or more.
    ///   - file: Where the subject is made, for traces.
    ///   - line: The line there.
    public init(bufferSize: Int, file: StaticString = #fileID, line: UInt = #line) {
        precondition(bufferSize > 0, "ReplaySubject needs a buffer of one or more values, got \(bufferSize)")
        hub = Hub(capacity: bufferSize, at: Site("ReplaySubject", file, line))
    }

    /// Sends one event to all who are subscribed.
    ///
    /// - Parameter event: A value or the end.
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// The observable of its latest values and the events that follow.
    ///
    /// - Returns: A hot observable.
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

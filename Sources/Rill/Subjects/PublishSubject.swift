/// A source that is sent to by hand, and passes each event to those who are subscribed at that moment.
///
///     let subject = PublishSubject<Int>()
///     let subscription = subject.subscribe(onNext: { print($0) })
///     subject.onNext(1)
///
/// It may be sent to from any thread, also from inside one of its own events: all subscribers see the same order. After
/// the end, events are ignored and a late subscriber gets the end. The source cannot park.
///
///     subject  -1--2--3--|
///     result   -1--2--3--|       PublishSubject<Int>()
///     later         --3--|
public final class PublishSubject<Element: Sendable>: Subject {
    @usableFromInline let hub: Hub<Element>

    /// Makes a subject with nobody subscribed.
    ///
    /// - Parameters:
    ///   - file: Where the subject is made, for traces.
    ///   - line: The line there.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        hub = Hub(at: Site("PublishSubject", file, line))
    }

    /// Sends one event to all who are subscribed.
    ///
    /// - Parameter event: A value or the end.
    @inlinable
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// The observable of its events.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

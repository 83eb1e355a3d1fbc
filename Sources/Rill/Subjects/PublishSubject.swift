/// A subject that sends each event to its current subscribers.
///
///     let subject = PublishSubject<Int>()
///     let subscription = subject.subscribe(onNext: { print($0) })
///     subject.onNext(1)
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. After the terminal event, further events are ignored and late subscribers receive the terminal event.
/// Does not support back-pressure.
///
///     subject  -1--2--3--|
///     result   -1--2--3--|       PublishSubject<Int>()
///     later         --3--|
///
/// ![A marble diagram of `PublishSubject`.](PublishSubject)
public final class PublishSubject<Element: Sendable>: Subject {
    @usableFromInline let hub: Hub<Element>

    /// Creates a subject with no subscribers.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        hub = Hub(at: OperatorCallSite("PublishSubject", file, line))
    }

    /// Sends an event to all current subscribers.
    ///
    /// - Parameter event: The event.
    @inlinable
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// Returns the observable of the subject's events.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

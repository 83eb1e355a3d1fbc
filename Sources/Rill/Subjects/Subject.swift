/// A source that is sent to by hand: takes events, and passes them to those who are subscribed.
///
/// It may be sent to from any thread, also from inside one of its own events: all subscribers see the same order. After
/// the end, events are ignored. The source cannot park.
public protocol Subject<Element>: ObservableConvertible, AnyObject {
    /// Sends one event to all who are subscribed.
    ///
    /// - Parameter event: A value or the end.
    func on(_ event: Event<Element>)
}

extension Subject {
    /// Sends a value.
    ///
    /// - Parameter element: The value.
    @inlinable
    public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Ends the stream with a failure.
    ///
    /// - Parameter error: What went wrong.
    @inlinable
    public func onError(_ error: any Error) {
        on(.error(error))
    }

    /// Ends the stream with success.
    @inlinable
    public func onCompleted() {
        on(.completed)
    }
}

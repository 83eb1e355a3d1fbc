/// An observable that is also an observer: events that are sent to it are multicast to its subscribers.
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. Events sent after the terminal event are ignored. Does not support back-pressure.
public protocol Subject<Element>: ObservableConvertible, AnyObject {
    /// Sends an event to all current subscribers.
    ///
    /// - Parameter event: The event.
    func on(_ event: Event<Element>)
}

extension Subject {
    /// Sends an element.
    ///
    /// - Parameter element: The element.
    @inlinable
    public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Terminates the stream with an error.
    ///
    /// - Parameter error: The error.
    @inlinable
    public func onError(_ error: any Error) {
        on(.error(error))
    }

    /// Completes the stream.
    @inlinable
    public func onCompleted() {
        on(.completed)
    }
}

extension Subject where Element == Void {
    /// Sends an element without a value.
    @inlinable
    public func onNext() {
        on(.next(()))
    }
}

/// Whatever can be observed: an ``Observable``, a subject, a test double.
///
/// The operators are methods on it, so that they can be put on any of these.
public protocol ObservableConvertible<Element>: Sendable {
    /// The type of the values.
    associatedtype Element: Sendable

    /// The stream itself.
    ///
    /// - Returns: The observable of its events.
    func asObservable() -> Observable<Element>
}

extension Observable: ObservableConvertible {
    /// The stream itself.
    ///
    /// - Returns: This observable.
    @inlinable
    public func asObservable() -> Observable { self }
}

extension ObservableConvertible {
    /// Connects an observer, see `Observable.start`.
    @inlinable
    func attach(_ observer: Observer<Element>) {
        asObservable().start(observer)
    }
}

/// A source of events that can be observed: a subject, a test double.
public protocol ObservableConvertible<Element>: Sendable {
    /// The type of the values.
    associatedtype Element: Sendable

    /// The observable of its events.
    ///
    /// - Returns: An observable to put operators on.
    func asObservable() -> Observable<Element>
}

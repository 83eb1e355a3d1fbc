/// A type that can be converted to an observable, such as an ``Observable``, a subject, or a test double.
///
/// Operators are defined on this protocol and are therefore available on all conforming types.
public protocol ObservableConvertible<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Returns the observable.
    ///
    /// - Returns: An observable of this value's events.
    func asObservable() -> Observable<Element>
}

extension Observable: ObservableConvertible {
    /// Returns this observable.
    @inlinable
    public func asObservable() -> Observable { self }
}

extension ObservableConvertible {
    /// Connects an observer; see `Observable.start`.
    @inlinable
    func attach(_ observer: Observer<Element>) {
        asObservable().start(observer)
    }

    /// Connects an observer on a scheduler, unless its scope has stopped by then.
    func attach(
        _ observer: Observer<Element>, after delay: Duration? = nil, on scheduler: any Scheduler,
        at site: OperatorCallSite
    ) {
        SerialWork(in: observer.scope, at: site).schedule(after: delay, on: scheduler) {
            observer.scope.sourceStarts()
            if !observer.scope.isStopped { attach(observer) }
        }
    }

    /// Connects the observer of a new subscription that may be recorded or have instruments.
    ///
    /// Do not use this method for `subscribe`, because the compiler inlines the closures of `subscribe` into the
    /// closures of the operators; see `Scope.admitsElement`.
    @inlinable
    func attachRoot(_ observer: Observer<Element>) {
        if observer.scope.isObserved { attachReporting(observer) } else { attach(observer) }
    }
}

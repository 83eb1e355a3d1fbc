/// A stream of elements over time that starts when an observer subscribes.
///
/// An observable is a description: no work is done until it is subscribed to, and each subscriber gets its own
/// execution unless an operator shares it. Events follow the grammar `next* (error | completed)?`, never overlap, and
/// stop when the subscription is disposed.
///
///     let lengths = Observable.from(["rill", "brook"]).map { $0.count }
///     let subscription = lengths.subscribe(onNext: { print($0) })
///
/// Operators are methods, grouped by purpose: creating, transforming, filtering, combining, recovering, timing,
/// scheduling, sharing, consuming, and debugging.
public struct Observable<Element: Sendable>: Sendable {
    /// Connects an observer.
    ///
    /// When the terminal event arrives, the creator of the observer's scope stops that scope.
    @usableFromInline let start: @Sendable (Observer<Element>) -> Void

    /// The sources, if this is the result of an operator that combines its applications in a loop.
    @usableFromInline let list: SourceList<Element>?

    @inlinable
    init(list: SourceList<Element>? = nil, start: @escaping @Sendable (Observer<Element>) -> Void) {
        self.list = list
        self.start = start
    }
}

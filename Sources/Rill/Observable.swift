/// A stream of values over time that starts anew for each subscriber.
///
/// An observable is a description: nothing runs until someone subscribes. Its events follow the grammar
/// `next* (error | completed)?`, come one at a time, and stop when the subscription is disposed.
///
///     let lengths = Observable.from(["rill", "brook"]).map { $0.count }
///     let subscription = lengths.subscribe(onNext: { print($0) })
///
/// Operators are methods, one file each, in folders named by the question they answer: creating, transforming,
/// filtering, combining, recovering, timing, scheduling, sharing, consuming, debugging.
public struct Observable<Element: Sendable>: Sendable {
    /// Connects an observer.
    ///
    /// Whoever made the observer's scope stops it when the end arrives.
    @usableFromInline let start: @Sendable (Observer<Element>) -> Void

    @inlinable
    init(start: @escaping @Sendable (Observer<Element>) -> Void) {
        self.start = start
    }
}

extension ObservableConvertible {
    /// Shares one subscription to the source among all subscribers through a subject, starting when `connect()` is
    /// called.
    ///
    ///     source      -1--2--3--|
    ///     result   ----1--2--3--|    source.multicast { PublishSubject<Int>() }
    ///     later          -2--3--|
    ///
    /// ![A marble diagram of `multicast`.](multicast)
    ///
    /// The subject determines which elements late subscribers receive: a ``ReplaySubject`` replays the most recent
    /// elements, and an ``AsyncSubject`` emits the last element on completion. After the source terminates or the
    /// connection is disposed, the next subscriber or call to `connect()` starts over with a new subject. The source is
    /// not paused, because the subscribers are independent of each other. Its resources are released before the terminal
    /// event is delivered, because a subscriber can react to the event by connecting again.
    ///
    /// ## Errors
    /// Forwards the source's error to all subscribers.
    ///
    /// - Parameter makeSubject: A closure that creates the subject for each session.
    /// - Returns: An observable that emits nothing until ``ConnectableObservable/connect(file:line:)`` is called.
    /// - Complexity: The cost of the subject, per event.
    @inlinable
    public func multicast<Through: Subject>(
        _ makeSubject: @escaping @Sendable () -> Through, file: StaticString = #fileID, line: UInt = #line
    ) -> ConnectableObservable<Element> where Through.Element == Element {
        ConnectableObservable(
            Multicast(asObservable(), at: OperatorCallSite("multicast", file, line)) {
                let subject = makeSubject()
                return (subject.asObservable(), { subject.on($0) })
            })
    }
}

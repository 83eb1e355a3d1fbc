extension ObservableConvertible {
    /// Lets all subscribers share one subscription to the source, through a subject, once it is connected.
    ///
    ///     source      -1--2--3--|
    ///     result   ----1--2--3--|    source.multicast { PublishSubject<Int>() }
    ///     later          -2--3--|
    ///
    /// The subject decides what a late subscriber gets: of a ``ReplaySubject`` the latest values, of an ``AsyncSubject`` the
    /// last one at the end. When the source ends or the connection is disposed, the next subscriber, or the next `connect()`,
    /// begins anew with another subject. The source is not paused, as the subscribers need not agree.
    ///
    /// ## Errors
    /// Forwards the source's error to all.
    ///
    /// - Parameters:
    ///   - makeSubject: Makes the subject of each round.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable that is silent until ``ConnectableObservable/connect(file:line:)`` is called.
    /// - Complexity: That of the subject.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/publish.html>
    public func multicast<Through: Subject>(
        _ makeSubject: @escaping @Sendable () -> Through, file: StaticString = #fileID, line: UInt = #line
    ) -> ConnectableObservable<Element> where Through.Element == Element {
        ConnectableObservable(Multicast(asObservable(), at: Site("multicast", file, line), makeSubject))
    }
}

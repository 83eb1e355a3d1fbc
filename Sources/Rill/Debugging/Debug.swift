extension ObservableConvertible {
    /// Writes a line for each event, subscription and disposal, and changes nothing.
    ///
    ///     tags: subscribed (TagsTests.swift:12)
    ///     tags: next(3)
    ///     tags: completed
    ///     tags: disposed
    ///
    /// The line of an error also tells its way: `tags: error(…) (request > retry)`.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2--3--|       source.debug("numbers", to: { print($0) })
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - name: What the lines begin with; nil for the place in the code.
    ///   - sink: Takes each line; standard output by default.
    ///   - file: Where the stream is put together, for the lines.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One line per event.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/do.html>
    public func debug(
        _ name: String? = nil,
        to sink: @escaping @Sendable (String) -> Void = { print($0) },
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let label = name ?? "\(file):\(line)"
        return Observable<Element> { observer in
            sink("\(label): subscribed (\(file):\(line))")
            observer.scope.onStop { sink("\(label): disposed") }
            attach(
                Observer(observer.scope) { event in
                    let way = event.error == nil ? "" : observer.scope.way
                    sink("\(label): \(event)\(way)")
                    observer.forward(event, at: Site("debug", file, line))
                })
        }
    }
}

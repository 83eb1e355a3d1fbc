extension ObservableConvertible {
    /// Prints a line for each event, subscription, and disposal, without changing the stream.
    ///
    ///     tags: subscribed (TagsTests.swift:12)
    ///     tags: next(3)
    ///     tags: completed
    ///     tags: disposed
    ///
    /// The line for an error includes its trace: `tags: error(…) (request > retry)`. The values of the context whose keys
    /// have a ``StreamContextKey/debugText(for:)`` follow the prefix: `tags [request r-17]: next(3)`.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2--3--|       source.debug("numbers", to: { print($0) })
    ///
    /// ![A marble diagram of `debug`.](debug)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - name: The prefix of each line. Defaults to `nil`, which means the source location.
    ///   - sink: A closure that receives each line. Defaults to printing to standard output.
    ///   - file: The file of the call site, printed for each subscription.
    ///   - line: The line of the call site.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One line per event.
    public func debug(
        _ name: String? = nil,
        to sink: @escaping @Sendable (String) -> Void = { print($0) },
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let label = (name ?? "\(file):\(line)") + observer.context.debugSuffix
            sink("\(label): subscribed (\(file):\(line))")
            observer.scope.onStop { sink("\(label): disposed") }
            attach(
                Observer(observer.scope) { event in
                    let trace = event.error == nil ? "" : observer.scope.traceSuffix
                    sink("\(label): \(event)\(trace)")
                    observer.forward(event, at: OperatorCallSite("debug", file, line))
                })
        }
    }
}

extension ObservableConvertible {
    /// Gives what stands before it a name, under which the errors that come from there can be traced.
    ///
    ///     let tags = client.tags().checkpoint("tags")
    ///     tags.retry(2).subscribe(onError: { print(ErrorTrace.current ?? "") })     // tags > retry
    ///
    /// Events pass unchanged, and values without a single instruction.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.checkpoint("numbers")
    ///
    /// ## Errors
    /// Forwards the source's error; ``ErrorTrace/current`` tells its way.
    ///
    /// - Parameters:
    ///   - name: What the place is called in a trace; without secrets.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One scope per subscription; nothing per value.
    /// - SeeAlso: <https://projectreactor.io/docs/core/release/reference/debugging.html#checkpoint-alternative>
    public func checkpoint(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let step = ErrorTrace.Step(kind: .checkpoint, name: name, file: "\(file)", line: line)
            attach(Observer(observer.scope.makeCheckpoint(step), send: observer.send))
        }
    }
}

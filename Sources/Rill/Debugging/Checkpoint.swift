extension ObservableConvertible {
    /// Names the upstream part of the chain in error traces.
    ///
    ///     let tags = client.tags().checkpoint("tags")
    ///     tags.retry(2).subscribe(onError: { print(ErrorTrace.current ?? "") })     // tags > retry
    ///
    /// Events are forwarded unchanged; elements incur no overhead. An ``Instrument`` is called for each event that
    /// passes.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.checkpoint("numbers")
    ///
    /// ![A marble diagram of `checkpoint`.](checkpoint)
    ///
    /// ## Errors
    /// Forwards the source's error; ``ErrorTrace/current`` provides its trace.
    ///
    /// - Parameter name: The name that appears in error traces. Must not contain secrets.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scope per subscription; no cost per element.
    /// - SeeAlso: <https://projectreactor.io/docs/core/release/reference/debugging.html#checkpoint-alternative>
    public func checkpoint(_ name: String, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        Observable<Element> { observer in
            let step = ErrorTrace.Step(kind: .checkpoint, name: name, file: "\(file)", line: line)
            let scope = observer.scope.makeCheckpoint(step)
            guard let instrumentation = scope.instrumentation else {
                return attach(Observer(scope, send: observer.send))
            }
            attach(
                Observer(scope) { event in
                    instrumentation.pass(name, event)
                    observer.send(event)
                })
        }
    }
}

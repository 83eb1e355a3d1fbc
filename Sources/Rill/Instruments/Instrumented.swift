extension ObservableConvertible {
    /// Reports the subscriptions to the stream, and what happens in the part above this operator, to an instrument.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.instrumented(by: Counter(), name: "numbers")
    ///
    /// ![The diagram above as an image.](instrumented)
    ///
    /// The instrument receives the beginning and the outcome of each subscription, the kinds of its events, and the
    /// checkpoints, scheduler hops, retries, and pauses above this operator. The source of `share` and `multicast` has a
    /// subscription of its own: to observe it, place this operator above them.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - instrument: The instrument.
    ///   - name: The name of the subscriptions. Must not contain secrets. Defaults to `nil`, which uses the source
    ///     location.
    ///   - file: The file of the call site.
    ///   - line: The line of the call site.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scope per subscription; one call of the instrument per event.
    public func instrumented(
        by instrument: any Instrument, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        instrumented(by: [instrument], name: name ?? "\(file):\(line)", file: file, line: line)
    }

    /// Reports the subscriptions to the stream to several instruments, as the same subscriptions.
    package func instrumented(
        by instruments: [any Instrument], name: String, file: StaticString, line: UInt
    ) -> Observable<Element> {
        Observable<Element> { observer in
            guard !Instrumentation.isCalling else { return attach(observer) }
            let instrumentation = Instrumentation(
                instruments, name: name, CallSite(file, line), context: observer.context,
                outer: observer.scope.instrumentation)
            let scope = observer.scope.makeIntermediate(instrumentation)
            scope.onStop { instrumentation.end(.disposed) }
            attachReporting(Observer(scope, send: observer.send))
        }
    }

    /// Connects an observer whose scope has instruments of its own.
    @usableFromInline
    @inline(never)
    func attachReporting(_ observer: Observer<Element>) {
        guard let instrumentation = observer.scope.instrumentation else { return attach(observer) }
        instrumentation.begin()
        attach(
            Observer(observer.scope) { event in
                instrumentation.pass(event)
                observer.send(event)
            })
    }
}

/// Runs a function whose subscriptions are reported to an instrument.
///
///     withInstrument(recorder) {
///         tags.subscribe(onNext: { print($0) })
///     }
///
/// All subscriptions that the function makes are reported until they end, also after the function has returned, unless an
/// operator makes them later on another thread. The instrument is bound to a task-local value, so that it also applies to
/// child tasks. Calls can be nested: the subscriptions of the inner function are reported to both instruments.
///
/// As soon as a process has called this function once, each subscription reads the task-local value, which takes several
/// nanoseconds. To report a single stream, use `instrumented(by:name:file:line:)`.
///
/// - Parameters:
///   - instrument: The instrument.
///   - operation: The function.
/// - Returns: The value returned by `operation`.
/// - Throws: Any error thrown by `operation`.
public func withInstrument<Result>(
    _ instrument: any Instrument, operation: () throws -> Result
) rethrows -> Result {
    try SubscriptionWatch.with({ $0.instruments.append(instrument) }, operation)
}

/// Runs an asynchronous function whose subscriptions are reported to an instrument.
///
/// - Parameters:
///   - instrument: The instrument.
///   - isolation: The actor isolation of `operation`. Defaults to the isolation of the caller.
///   - operation: The function.
/// - Returns: The value returned by `operation`.
/// - Throws: Any error thrown by `operation`.
public func withInstrument<Result>(
    _ instrument: any Instrument, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
) async rethrows -> Result {
    try await SubscriptionWatch.with(isolation: isolation, { $0.instruments.append(instrument) }, operation)
}

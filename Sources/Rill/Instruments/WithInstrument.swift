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
/// As soon as a process has called this function once, each subscription reads the task-local value. To report a single
/// stream, use `instrumented(by:name:file:line:)`.
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

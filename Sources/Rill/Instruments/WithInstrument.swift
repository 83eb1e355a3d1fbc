/// Runs a function whose subscriptions are reported to an instrument.
///
///     withInstrument(recorder) {
///         tags.subscribe(onNext: { print($0) })
///     }
///
/// All subscriptions that the function creates are reported until they end, even after the function has returned.
/// Subscriptions that an operator creates later on another thread are not reported. The instrument is stored in a
/// task-local value, so it also applies to child tasks. Calls can be nested: the subscriptions of the inner function
/// are reported to both instruments.
///
/// After a process has called this function for the first time, every new subscription reads the task-local value. To
/// report a single stream, use `instrumented(by:name:file:line:)`.
///
/// - Parameters:
///   - instrument: The instrument.
///   - operation: The function.
/// - Returns: The value returned by `operation`.
/// - Throws: Any error thrown by `operation`.
public func withInstrument<Result>(_ instrument: any Instrument, operation: () throws -> Result) rethrows -> Result {
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

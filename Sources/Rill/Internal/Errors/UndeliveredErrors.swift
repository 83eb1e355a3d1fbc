#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Handlers for errors that cannot be delivered: errors of subscriptions without `onError`, and errors after disposal.
///
/// By default, debug builds print a line to standard error, and release builds ignore the error.
public enum UndeliveredErrors {
    /// A closure that receives an error on the thread on which the error arrives.
    public typealias Handler = @Sendable (any Error) -> Void

    /// Sets the handler for the process.
    ///
    /// - Parameter handler: The handler, or `nil` to restore the default behavior.
    public static func setHandler(_ handler: Handler?) {
        // The old closure is released without the lock.
        _ = lock.withLock {
            defer { processHandler = handler }
            return processHandler
        }
    }

    /// Handles undelivered errors of all subscriptions created by a closure, whenever the errors occur.
    ///
    /// Intended for tests: the handler is bound to the task, so that tests that run in parallel do not interfere.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, _ work: () throws -> Result
    ) rethrows -> Result {
        try SubscriptionWatch.with({ $0.handler = handler }, work)
    }

    /// Handles undelivered errors of all subscriptions created by an asynchronous closure, whenever the errors occur.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - isolation: The actor isolation of `work`. Defaults to the isolation of the caller.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await SubscriptionWatch.with(isolation: isolation, { $0.handler = handler }, work)
    }

    private static let lock = Lock()
    private nonisolated(unsafe) static var processHandler: Handler?  // guarded by `lock`

    static func report(_ error: any Error, to handler: Handler?) {
        if error is any ControlFlowError { return }
        if let handler = handler ?? lock.withLock({ processHandler }) {
            handler(error)
        } else {
            #if DEBUG
                let trace = ThreadLocal.failing?.traceSuffix ?? ""
                var line = "Rill: undelivered error (no onError handler, or already disposed): \(error)\(trace)\n"
                line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            #endif
        }
    }
}

/// An error that an operator throws only to switch to another source.
///
/// It is never reported as undelivered.
package protocol ControlFlowError: Error {}

extension Scope {
    /// Ends the subscription with an error, and passes the error to its handler.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - site: The call site of the subscription.
    ///   - onError: The error handler, or `nil` if there is none.
    @usableFromInline
    func end(with error: any Error, at site: OperatorCallSite, _ onError: ((any Error) -> Void)?) {
        deliverEnd(error) {
            guard beginStop() else { return reportUndelivered(error) }
            note(site)
            if let onError {
                withErrorTrace { onError(error) }
            } else {
                reportUndelivered(error)
            }
            finishStop()
        }
    }

    /// Reports an error that this subscription cannot deliver, with its trace in another scope.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - source: The scope in which the error originates, or `nil` if its trace is unknown.
    func reportUndelivered(_ error: any Error, from source: Scope?) {
        if let source { return source.reportUndelivered(error) }
        UndeliveredErrors.report(error, to: attributes?.values.record?.undeliveredErrorHandler)
    }

    /// Reports an error that this subscription cannot deliver.
    @usableFromInline
    func reportUndelivered(_ error: any Error) {
        withErrorTrace { UndeliveredErrors.report(error, to: attributes?.values.record?.undeliveredErrorHandler) }
    }

    /// Reports the error of an event that cannot be delivered, unless the event is not an error.
    @inlinable
    func reportUndelivered<Element>(_ event: Event<Element>) {
        if case .error(let error) = event { reportUndelivered(error) }
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where errors go that nobody takes: those of a subscription without `onError`, and those that arrive after disposal.
///
/// By default debug builds write one line to standard error, and release builds do nothing.
public enum UndeliveredErrors {
    /// Takes one error; called on the thread where the error arrives.
    public typealias Handler = @Sendable (any Error) -> Void

    /// Replaces the default for the whole process.
    ///
    /// - Parameter handler: Takes each error; nil brings the default back.
    public static func setHandler(_ handler: Handler?) {
        processHandler.set(handler)
    }

    /// Takes the undelivered errors of all subscriptions that are made inside a piece of work, whenever they arrive.
    ///
    /// Meant for tests: it is bound to the task, so that tests that run side by side do not meet.
    ///
    /// - Parameters:
    ///   - handler: Takes each error.
    ///   - work: Makes the subscriptions.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, _ work: () throws -> Result
    ) rethrows -> Result {
        try SubscriptionWatch.with({ $0.handler = handler }, work)
    }

    /// Takes the undelivered errors of all subscriptions that are made inside a piece of asynchronous work.
    ///
    /// - Parameters:
    ///   - handler: Takes each error.
    ///   - isolation: Where the work runs: that of the caller.
    ///   - work: Makes the subscriptions.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    public static func withHandler<Result>(
        _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await SubscriptionWatch.with(isolation: isolation, { $0.handler = handler }, work)
    }

    private static let processHandler = HandlerBox()

    static func report(_ error: any Error, to handler: Handler?) {
        if let handler = handler ?? processHandler.get() {
            handler(error)
        } else {
            #if DEBUG
                let way = ThreadLocal.failing?.way ?? ""
                var line = "Rill: an error was not delivered, as nobody takes it: \(error)\(way)\n"
                line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            #endif
        }
    }
}

private final class HandlerBox: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var handler: UndeliveredErrors.Handler?

    func get() -> UndeliveredErrors.Handler? {
        lock.withLock { handler }
    }

    func set(_ handler: UndeliveredErrors.Handler?) {
        lock.withLock { self.handler = handler }
    }
}

extension Scope {
    /// Ends the subscription by an error, and hands it to whoever takes errors.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - site: Where the subscription was made.
    ///   - onError: Takes the error; nil if nobody does.
    @usableFromInline
    func end(with error: any Error, at site: Site, _ onError: ((any Error) -> Void)?) {
        guard stop() else { return reportUndelivered(error) }
        note(site)
        if let onError {
            explaining { onError(error) }
        } else {
            reportUndelivered(error)
        }
    }

    /// Hands over an error that this subscription cannot deliver, with the way that it came in another scope.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - source: The scope that it comes from; nil if its way is not known.
    func reportUndelivered(_ error: any Error, from source: Scope?) {
        if let source { return source.reportUndelivered(error) }
        UndeliveredErrors.report(error, to: record?.undeliveredErrorHandler)
    }

    /// Hands over an error that this subscription cannot deliver.
    @usableFromInline
    func reportUndelivered(_ error: any Error) {
        explaining { UndeliveredErrors.report(error, to: record?.undeliveredErrorHandler) }
    }
}

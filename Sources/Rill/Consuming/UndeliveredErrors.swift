internal import Synchronization

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
        isScoped.store(true, ordering: .relaxed)
        return try $taskHandler.withValue(handler, operation: work)
    }

    @TaskLocal private static var taskHandler: Handler?

    /// Whether anyone has ever bound a handler to a task, so that a subscription needs to look.
    private static let isScoped = Atomic(false)

    private static let processHandler = HandlerBox()

    /// The handler of the work under way, if it has one.
    @usableFromInline
    static var scopedHandler: Handler? {
        isScoped.load(ordering: .relaxed) ? taskHandler : nil
    }

    static func report(_ error: any Error, to handler: Handler?) {
        if let handler = handler ?? processHandler.get() {
            handler(error)
        } else {
            #if DEBUG
                var line = "Rill: an error was not delivered, as nobody takes it: \(error)\n"
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
    /// Hands over an error that this subscription cannot deliver.
    @usableFromInline
    func reportUndelivered(_ error: any Error) {
        UndeliveredErrors.report(error, to: undeliveredErrorHandler)
    }
}

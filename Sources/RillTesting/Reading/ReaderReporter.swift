internal import Rill

/// Reports the first failure of a reader.
final class ReaderReporter: @unchecked Sendable {  // `first` is guarded by `lock`
    private let creation: ReaderLocation
    private let report: @Sendable (ReaderFailure) -> Void
    private let lock = Lock()
    private var first: ReaderFailure?

    /// - Parameters:
    ///   - creation: The source location at which the reader was created.
    ///   - report: A closure that fails the test.
    init(_ creation: ReaderLocation, _ report: @escaping @Sendable (ReaderFailure) -> Void) {
        self.creation = creation
        self.report = report
    }

    /// The first failure, or `nil` if there is none.
    var failure: ReaderFailure? { lock.withLock { first } }

    /// Reports a failure if it is the first one.
    ///
    /// - Parameters:
    ///   - text: The failure message.
    ///   - location: The source location of the call. Defaults to `nil`, which means the location at which the reader was
    ///     created.
    /// - Returns: The failure.
    @discardableResult
    func fail(_ text: String, at location: ReaderLocation? = nil) -> ReaderFailure {
        let failure = ReaderFailure(description: text, location: location ?? creation)
        let isFirst = lock.withLock {
            defer { if first == nil { first = failure } }
            return first == nil
        }
        if isFirst { report(failure) }
        return failure
    }
}

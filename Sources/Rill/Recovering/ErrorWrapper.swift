/// An error that wraps an underlying error, which `catch(as:_:file:line:)` can match.
///
///     struct UploadError: ErrorWrapper {
///         let name: String
///         let underlyingError: (any Error)?
///     }
public protocol ErrorWrapper: Error {
    /// The wrapped error, or `nil` if there is none.
    var underlyingError: (any Error)? { get }
}

extension Error {
    /// Returns the first error of the given type among this error and its chain of underlying errors.
    @usableFromInline
    func find<Failure: Error>(_ type: Failure.Type) -> Failure? {
        var next: (any Error)? = self
        while let error = next {
            if let found = error as? Failure { return found }
            next = (error as? any ErrorWrapper)?.underlyingError
        }
        return nil
    }
}

/// An error that carries the one underneath it, and lets ``ObservableConvertible/catch(as:_:file:line:)`` look through.
///
///     struct UploadError: ErrorWrapper {
///         let name: String
///         let underlyingError: (any Error)?
///     }
public protocol ErrorWrapper: Error {
    /// What failed underneath; nil if nothing did.
    var underlyingError: (any Error)? { get }
}

extension Error {
    /// The error itself if it is of a type, else the first of those underneath that is.
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

/// An error that wraps an underlying error, which `catch(as:_:file:line:)` and `underlying(as:)` find.
///
///     struct UploadError: ErrorWrapper {
///         let name: String
///         let underlying: (any Error)?
///     }
public protocol ErrorWrapper: Error {
    /// The wrapped error, or `nil` if there is none.
    var underlying: (any Error)? { get }
}

extension Error {
    /// Returns the first error of a type among this error and its underlying errors.
    ///
    ///     do {
    ///         show(try await client.user(1).firstValue())
    ///     } catch {
    ///         guard let error = error.underlying(as: ServiceError.self) else { throw error }
    ///         print(error.code)
    ///     }
    ///
    /// - Parameter type: The type of the error.
    /// - Returns: The error, or `nil` if neither this error nor an ``ErrorWrapper`` that it is contains one.
    public func underlying<Failure: Error>(as type: Failure.Type) -> Failure? {
        var next: (any Error)? = self
        while let error = next {
            if let found = error as? Failure { return found }
            next = (error as? any ErrorWrapper)?.underlying
        }
        return nil
    }
}

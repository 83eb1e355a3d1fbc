extension ObservableConvertible {
    /// The variant for observables; see `catch(as:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the errors to catch.
    ///   - handler: A closure that returns the source to switch to.
    /// - Returns: An observable of the elements of the source and, after a matching error, the elements of the other
    ///   source.
    @inlinable
    public func `catch`<Failure: Error>(
        as type: Failure.Type,
        _ handler: @escaping @Sendable (Failure) throws -> Observable<Element>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let select = { @Sendable (error: any Error) throws -> Observable<Element> in
            guard let failure = error.underlying(as: type) else { throw error }
            return try handler(failure)
        }
        return self.catch(select, file: file, line: line)
    }

    /// Switches to another source when this one fails with an error of a given type.
    ///
    ///     source   -1--2--#
    ///     other           -8--9--|
    ///     result   -1--2---8--9--|   source.catch(as: TestError.self) { _ in other }
    ///
    /// ![A marble diagram of `catch`.](catch-as)
    ///
    /// Errors of other types are forwarded. An ``ErrorWrapper`` is searched for an underlying error of the type, such
    /// as a service's error wrapped in a client error. To forward a caught error anyway, rethrow it:
    ///
    ///     response.catch(as: StreamError.self) { error in
    ///         guard error.code == .noElements else { throw error }
    ///         return .just("nothing")
    ///     }
    ///
    /// The failed source is disposed before the other source is subscribed to.
    ///
    /// ## Errors
    /// Errors of other types, any error of the other source, and any error thrown by `handler`.
    ///
    /// - Parameters:
    ///   - type: The type of the errors to catch.
    ///   - handler: A closure that returns the source to switch to.
    /// - Returns: An observable of the elements of the source and, after a matching error, the elements of the other
    ///   source.
    /// - Complexity: O(1) per element.
    /// - SeeAlso: `catch(_:file:line:)`
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func `catch`<Failure: Error, Source: ObservableConvertible<Element>>(
        as type: Failure.Type,
        _ handler: @escaping @Sendable (Failure) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        `catch`(as: type, { try handler($0).asObservable() }, file: file, line: line)
    }
}

package import Rill
package import RillHTTP
package import Testing

/// Returns the error of a stream that fails before its first element.
package func failure<Element>(
    of stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
) async throws -> APIError {
    try await #require(throws: APIError.self, sourceLocation: location) { try await stream.firstValue() }
}

/// Returns the error of a stream that fails after any number of elements.
package func failure<Element>(
    atEndOf stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
) async throws -> APIError {
    try await #require(throws: APIError.self, sourceLocation: location) { try await stream.collected() }
}

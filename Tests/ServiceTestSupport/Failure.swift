package import Rill
package import RillHTTP
package import Testing

/// The error that a stream ends with before anything else.
package func failure<Element>(
    of stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
) async throws -> APIError {
    try await #require(throws: APIError.self, sourceLocation: location) { try await stream.firstValue() }
}

/// The error that a stream ends with, whatever it has brought.
package func failure<Element>(
    atEndOf stream: Observable<Element>, _ location: SourceLocation = #_sourceLocation
) async throws -> APIError {
    try await #require(throws: APIError.self, sourceLocation: location) { try await stream.collected() }
}

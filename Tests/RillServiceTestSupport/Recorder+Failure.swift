package import RillHTTP
package import RillTesting
package import Testing

extension Recorder {
    /// Returns the error with which the stream failed.
    ///
    /// - Parameters:
    ///   - count: The number of elements before the error. Defaults to 0.
    ///   - location: The location of the call.
    package func failure(after count: Int = 0, _ location: SourceLocation = #_sourceLocation) throws -> APIError {
        let events = events
        try #require(events.count == count + 1, "expected a failure, found \(events)", sourceLocation: location)
        return try #require(error as? APIError, "expected a failure, found \(events)", sourceLocation: location)
    }
}

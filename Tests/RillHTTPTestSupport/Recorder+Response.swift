package import RillHTTP
package import RillTesting

extension Recorder {
    /// Whether the stream emitted exactly one element and completed.
    package var hasSingleElement: Bool { isCompleted && events.count == 2 }

    /// The error that terminated the stream, if it is an `APIError`.
    package var apiError: APIError? { error as? APIError }
}

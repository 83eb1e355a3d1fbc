public import Rill
internal import RillHTTPTypes

/// A strategy for waiting for an operation that continues after the response.
///
/// The header fields of the first response select the protocol:
///
/// | Response | Polling | Result |
/// | --- | --- | --- |
/// | `Operation-Location` or `Azure-AsyncOperation` | GET, until the body contains a terminal status | GET of `resourceLocation` in the last body; otherwise, of the request's URL for PUT and PATCH, or of `Location`; otherwise, the last body |
/// | 202 with `Location` | GET, until the status code is not 202 | The last response |
/// | Any other | None | The response |
///
/// A `Retry-After` field determines the time until the next poll, without a limit. A relative URL is resolved against
/// the URL of the request whose response contains it, before any redirect. An operation whose status is neither in
/// ``succeeded`` nor in ``failed`` continues.
///
/// - SeeAlso: ``Client/send(_:polling:)``, <https://github.com/microsoft/api-guidelines>
public struct OperationPolling: Sendable {
    /// The time between two polls if the response does not specify it.
    public var interval: RetryPolicy.Backoff

    /// The name of the property that contains the status, in the body of an operation.
    public var statusField: String

    /// The statuses of a successful operation, regardless of case.
    public var succeeded: Set<String>

    /// The statuses of an operation that ended without a result, regardless of case.
    public var failed: Set<String>

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - interval: The time between two polls if the response does not specify it. Defaults to one second, which doubles
    ///     up to 30 seconds.
    ///   - statusField: The name of the property that contains the status. Nested properties are separated by dots.
    ///     Defaults to `status`.
    ///   - succeeded: The statuses of a successful operation, regardless of case. Defaults to `succeeded`.
    ///   - failed: The statuses of an operation that ended without a result, regardless of case. Defaults to `failed`
    ///     and two spellings of `canceled`.
    public init(
        every interval: RetryPolicy.Backoff = .exponential(initial: .seconds(1), maximum: .seconds(30)),
        statusField: String = "status", succeeded: Set<String> = ["succeeded"],
        failed: Set<String> = ["failed", "canceled", "cancelled"]
    ) {
        self.interval = interval
        self.statusField = statusField
        self.succeeded = succeeded
        self.failed = failed
    }
}

/// The failure of an operation that continued after the response.
public struct OperationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The terminal status of the operation, or `nil` if the operation cannot be polled.
    public let status: String?

    /// The description of the error on one line.
    public let description: String

    init(status: String) {
        self.status = status
        description = "the operation ended with the status \"\(status)\""
    }

    init(unusableLink reason: String) {
        status = nil
        description = BodyText.cut(BodyText.line("cannot poll the operation: \(reason)"), to: BodyText.limit)
    }
}

public import Foundation
public import RillHTTP

/// A client for the Queue service of a storage account or an emulator.
///
///     let queues = QueueClient(try StorageAccount(connectionString: text))
///     let sent = queues.createQueue("jobs").flatMap { _ in queues.send("resize 7.png", to: "jobs") }
///     let work = queues.processMessages(in: "jobs") { message in resize(message.text) }
///
/// The returned observables are cold: the request is sent on subscription and canceled on disposal. They fail only with
/// `APIError`, whose ``RillHTTP/APIError/azureStorage`` contains the error response of the service.
///
/// Transient failures are retried, except for adding a message when the request may already have been executed.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api>, read 2026-11-21.
public struct QueueClient: Sendable {
    /// The endpoint, middleware, and credential of the Queue service.
    let connection: Connection

    /// The encoding of message texts.
    public let codec: MessageCodec

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - account: The storage account, with its endpoints and credential.
    ///   - codec: The encoding of message texts. Defaults to Base64.
    ///   - transport: The transport. Defaults to the platform's default transport.
    ///   - middleware: The middleware that wraps the client's retries, outermost first. Defaults to none.
    ///   - retry: The retry policy. Defaults to exponential backoff with 5 attempts and an initial delay of 1 s.
    ///   - timeout: The timeout of a request, including all attempts and delays. Must be positive. Defaults to `nil`,
    ///     which means no timeout.
    ///   - scheduler: The scheduler used for delays, timeouts, and polling.
    ///   - now: A closure that returns the current date, which requests are signed with and `Retry-After` is compared with.
    ///     Defaults to the clock of the system.
    public init(
        _ account: StorageAccount,
        codec: MessageCodec = .base64,
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        retry: RetryPolicy = .exponentialBackoff(attempts: 5, initial: .seconds(1)),
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.codec = codec
        connection = Connection(
            account, endpoint: account.queueEndpoint, transport: transport, middleware: middleware, retry: retry,
            timeout: timeout, scheduler: scheduler, now: now)
    }

    /// Sends a custom request, for operations without a method, with authentication and retries.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: The request, with a path relative to the Queue service endpoint.
    /// - Returns: A cold observable that emits the response and completes.
    public func send<SomeRequest: Request>(_ request: SomeRequest) -> Observable<SomeRequest.Response> {
        client.send(request)
    }

    var client: Client { connection.client }
}

extension QueueClient: CustomStringConvertible, CustomReflectable {
    /// The type and the endpoint, with credentials redacted.
    public var description: String { "QueueClient(\(connection.address))" }

    /// A mirror with only the endpoint and the codec, so that `dump` does not reveal the credential.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoint": connection.address, "codec": codec], displayStyle: .struct)
    }
}

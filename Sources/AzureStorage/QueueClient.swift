internal import Foundation
public import Rill
public import RillHTTP

/// A client of Azure Storage's Queue service.
///
///     let queues = QueueClient(try StorageAccount(connectionString: text))
///     let sent = queues.createQueue("jobs").flatMap { _ in queues.send("resize 7.png", to: "jobs") }
///     let work = queues.messages(in: "jobs") { message in resize(message.text) }
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what the service itself said stands in its ``RillHTTP/APIError/azureStorage``.
///
/// What fails in passing is tried again, unless it would send a message twice: a message whose sending broke off may have
/// been sent or not.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api>, read 2026-11-21.
public struct QueueClient: Sendable {
    /// The service, and the way there.
    let connection: Connection

    /// How the texts of messages are written.
    public let codec: MessageCodec

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - account: Whose queues they are.
    ///   - codec: How the texts of messages are written.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and its own retries, outermost first.
    ///   - retry: How often to try, and how long to wait.
    ///   - timeout: How long an operation may take, all attempts included, more than zero; nil for as long as it takes.
    ///   - scheduler: Who waits: for retries, timeouts, and for messages.
    public init(
        _ account: StorageAccount,
        codec: MessageCodec = .base64,
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        retry: RetryPolicy = .exponentialBackoff(attempts: 5, initial: .seconds(1)),
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.init(
            account, codec: codec, transport: transport, middleware: middleware, retry: retry, timeout: timeout,
            scheduler: scheduler, now: { Date() })
    }

    /// Creates a client with a time of day of its own.
    init(
        _ account: StorageAccount, codec: MessageCodec = .base64, transport: any Transport,
        middleware: [any Middleware] = [],
        retry: RetryPolicy = .exponentialBackoff(attempts: 5, initial: .seconds(1)), timeout: Duration? = nil,
        scheduler: any Scheduler, now: @escaping @Sendable () -> Date
    ) {
        self.codec = codec
        connection = Connection(
            account, endpoint: account.queueEndpoint, transport: transport, middleware: middleware, retry: retry,
            timeout: timeout, scheduler: scheduler, now: now)
    }

    /// Sends a request that you have written for an operation that this client lacks.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: What to ask for; it is signed as the client's own are.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        client.send(request)
    }

    var client: Client { connection.client }
}

extension QueueClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the key.
    public var description: String { "QueueClient(\(connection.address))" }

    /// The address and the codec alone, so that no dump shows the key.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoint": connection.address, "codec": codec], displayStyle: .struct)
    }
}

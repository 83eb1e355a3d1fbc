public import Foundation
public import RillHTTP

/// A client for the Blob service of a storage account or an emulator.
///
///     let blobs = BlobClient(try StorageAccount(connectionString: text))
///     let names = blobs.blobs(in: "pictures", prefix: "2026/").map(\.name)
///     let progress = blobs.upload(.file("/tmp/a.jpeg", contentType: "image/jpeg"), to: BlobPath("pictures", "a.jpeg"))
///
/// The returned observables are cold: the request is sent on subscription and canceled on disposal. They fail only with
/// `APIError`, whose ``RillHTTP/APIError/azureStorage`` contains the error response of the service.
///
/// Each attempt of a request is signed separately. Transient failures are retried according to the retry policy, except
/// for requests that must not be executed twice.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api>, read 2026-11-21.
public struct BlobClient: Sendable {
    let connection: Connection

    /// The options for uploads and downloads.
    public var transfers: TransferOptions

    let retry: RetryPolicy

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - account: The storage account, with its endpoints and credential.
    ///   - transfers: The options for uploads and downloads. Defaults to `TransferOptions()`.
    ///   - transport: The transport. Defaults to the platform's default transport.
    ///   - middleware: The middleware that wraps the client's retries, outermost first. Defaults to none.
    ///   - retry: The retry policy. Defaults to exponential backoff with 5 attempts and an initial delay of 1 s.
    ///   - timeout: The timeout of a request, including all attempts and delays. Must be positive. Does not apply to
    ///     streamed content and downloads to files. Defaults to `nil`, which means no timeout.
    ///   - scheduler: The scheduler used for delays and timeouts.
    ///   - now: A closure that returns the current date, which requests are signed with and `Retry-After` is compared with.
    ///     Defaults to the clock of the system.
    public init(
        _ account: StorageAccount,
        transfers: TransferOptions = TransferOptions(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        retry: RetryPolicy = .exponentialBackoff(attempts: 5, initial: .seconds(1)),
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        connection = Connection(
            account, endpoint: account.blobEndpoint, transport: transport, middleware: middleware, retry: retry,
            timeout: timeout, scheduler: scheduler, now: now)
        self.transfers = transfers
        self.retry = retry
    }

    /// Sends a custom request, for operations without a method, with authentication and retries.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: The request, with a path relative to the Blob service endpoint.
    /// - Returns: A cold observable that emits the response and completes.
    public func send<SomeRequest: Request>(_ request: SomeRequest) -> Observable<SomeRequest.Response> {
        connection.client.send(request)
    }
}

extension BlobClient: CustomStringConvertible, CustomReflectable {
    /// The type and the endpoint, with credentials redacted.
    public var description: String { "BlobClient(\(connection.address))" }

    /// A mirror with only the endpoint, so that `dump` does not reveal the credential.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoint": connection.address], displayStyle: .struct)
    }
}

internal import Foundation
public import Rill
public import RillHTTP

/// A client of a storage account's blobs, in the cloud or on an emulator.
///
///     let blobs = BlobClient(try StorageAccount(connectionString: text))
///     let names = blobs.blobs(in: "pictures", prefix: "2026/").map(\.name)
///     let progress = blobs.upload(.file("/tmp/a.jpeg", contentType: "image/jpeg"), to: BlobPath("pictures", "a.jpeg"))
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what the service itself said stands in its ``RillHTTP/APIError/azureStorage``.
///
/// Each attempt of a request is signed anew. What a server is too busy for, or breaks off, is tried again as the policy
/// says; requests that must not be carried out twice are not.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api>, read 2026-11-21.
public struct BlobClient: Sendable {
    let connection: Connection

    /// How large contents are cut into pieces that travel side by side.
    public var transfers: TransferOptions

    let retry: RetryPolicy

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - account: Whose blobs, where they are, and what proves that one may read them.
    ///   - transfers: How large contents are cut into pieces that travel side by side.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and its retries, outermost first.
    ///   - retry: How often to try, and how long to wait, where the service may do better another time.
    ///   - timeout: How long a request may take, all attempts and waits included, more than zero; nil for as long as it
    ///     takes. Contents that are streamed or written to a file may take longer.
    ///   - scheduler: Who waits.
    public init(
        _ account: StorageAccount,
        transfers: TransferOptions = TransferOptions(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        retry: RetryPolicy = .exponentialBackoff(attempts: 5, initial: .seconds(1)),
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.init(
            account, transfers: transfers, transport: transport, middleware: middleware, retry: retry,
            timeout: timeout, scheduler: scheduler, now: { Date() })
    }

    init(
        _ account: StorageAccount, transfers: TransferOptions = TransferOptions(), transport: any Transport,
        middleware: [any Middleware] = [], retry: RetryPolicy, timeout: Duration? = nil, scheduler: any Scheduler,
        now: @escaping @Sendable () -> Date
    ) {
        connection = Connection(
            account, endpoint: account.blobEndpoint, transport: transport, middleware: middleware, retry: retry,
            timeout: timeout, scheduler: scheduler, now: now)
        self.transfers = transfers
        self.retry = retry
    }

    /// Sends a request that you have written for an operation that this package lacks: signed, and tried again.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: What to ask for, with a path below the account's address.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        connection.client.send(request)
    }
}

extension BlobClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without what is secret in it.
    public var description: String { "BlobClient(\(connection.address))" }

    /// The address alone, so that no dump shows the credential.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoint": connection.address], displayStyle: .struct)
    }
}

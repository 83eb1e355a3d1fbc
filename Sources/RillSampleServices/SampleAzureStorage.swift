public import Foundation
public import RillHTTPTesting

/// A sample server of Azure Storage, with a Blob service and a Queue service on two free loopback ports.
///
///     let storage = try SampleAzureStorage()
///     defer { storage.stop() }
///     // … PUT \(storage.blobEndpoint)/backups/notes.txt …
///
/// The sample server has one account, whose name is the first path component of every URL, as in Azure's emulators. It
/// keeps all data in memory: containers with blobs of all types, their leases and access policies, and queues with
/// messages. Times depend on a configurable clock. Errors have the same codes as in the service.
///
/// Requests are authorized by Shared Key signatures, access tokens, and shared access signatures. Public containers can be
/// read without authorization. Snapshots, access tiers, sequence numbers of page blobs, and copying from other servers are
/// not supported. Requests with a query item or a header field that the server does not implement fail with status 501,
/// and are not executed. The properties of a service are stored, but have no effect.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/>, read 2026-11-21.
public final class SampleAzureStorage: Sendable {
    /// The account, validation rules, and clock of a sample server.
    public struct Options: Sendable {
        /// The port of the Blob service.
        ///
        /// Defaults to 0, which selects a free port.
        public var blobPort: UInt16 = 0

        /// The port of the Queue service.
        ///
        /// Defaults to 0, which selects a free port.
        public var queuePort: UInt16 = 0

        /// The name of the account.
        public var accountName = "devstoreaccount1"

        /// The Base64-encoded account key.
        ///
        /// Defaults to the well-known key of the emulators.
        public var accountKey = SampleAzureStorage.publishedKey

        /// The accepted access tokens of Microsoft Entra ID, each of which grants access to all data.
        ///
        /// Defaults to none.
        public var accessTokens: Set<String> = []

        /// The closure that returns whether another access token is accepted, such as ``SampleOAuth/accepts(_:)``.
        ///
        /// Defaults to accepting none.
        public var acceptsToken: @Sendable (String) -> Bool = { _ in false }

        /// The closure that returns the current date.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Whether signed requests are rejected if their date differs from the current date by more than 15 minutes.
        ///
        /// Defaults to `true`.
        public var checksDates = true

        /// Whether the servers record requests and their bodies.
        ///
        /// Defaults to `false`.
        public var recordsRequests = false

        /// Whether the server starts with sample data.
        ///
        /// Defaults to `true`.
        ///
        /// The sample data consists of the containers `pictures`, with public blobs, and `backups`, which is empty, and
        /// the queue `jobs` with three Base64-encoded messages.
        public var hasSamples = true

        /// Creates the default options: the account of the emulators and the system clock.
        public init() {}
    }

    /// The well-known key of the emulators' account.
    public static let publishedKey =
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

    /// The server of the Blob service.
    public let blobServer: LoopbackServer

    /// The server of the Queue service.
    public let queueServer: LoopbackServer

    private let options: Options

    /// Starts the sample server.
    ///
    /// - Parameter options: The account, validation rules, and clock.
    /// - Throws: `LoopbackServer.SocketError` if a port is not available.
    public init(options: Options = Options()) throws {
        self.options = options
        let blobs = AzureBlobEndpoints.service(options: options)
        let queues = AzureQueueEndpoints.service(options: options)
        var serverOptions = LoopbackServer.Options()
        if !options.recordsRequests { serverOptions.maximumRecordedRequests = 0 }
        serverOptions.port = options.blobPort
        serverOptions.maximumBodySize = 256 << 20
        blobServer = try LoopbackServer(options: serverOptions) { blobs.response(to: $0) }
        serverOptions.port = options.queuePort
        serverOptions.maximumBodySize = 1 << 20
        do {
            queueServer = try LoopbackServer(options: serverOptions) { queues.response(to: $0) }
        } catch {
            blobServer.stop()
            throw error
        }
    }

    /// The URL of the Blob service including the account name, without a trailing slash.
    public var blobEndpoint: String { "\(blobServer.baseURL)/\(options.accountName)" }

    /// The URL of the Queue service including the account name, without a trailing slash.
    public var queueEndpoint: String { "\(queueServer.baseURL)/\(options.accountName)" }

    /// The connection string for clients.
    public var connectionString: String {
        "DefaultEndpointsProtocol=http;AccountName=\(options.accountName);AccountKey=\(options.accountKey);"
            + "BlobEndpoint=\(blobEndpoint);QueueEndpoint=\(queueEndpoint);"
    }

    /// Stops the servers and waits for their threads.
    ///
    /// Does nothing if the servers are already stopped.
    public func stop() {
        blobServer.stop()
        queueServer.stop()
    }
}

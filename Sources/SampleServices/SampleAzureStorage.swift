public import Foundation
public import RillHTTPTesting

/// A local copy of Azure Storage: its blob service and its queue service, each on a free loopback port.
///
///     let storage = try SampleAzureStorage()
///     defer { storage.stop() }
///     // … PUT \(storage.blobEndpoint)/backups/notes.txt …
///
/// It has one account, whose name stands at the beginning of every path, as with the emulators of Azure. It checks who asks:
/// the owner's signatures with the shared key, and signatures that the owner has given away for the account; anyone may read
/// what is public. It keeps block blobs in containers, and messages in queues by a clock of the test's, and refuses as the
/// service does. It has no leases, snapshots and tiers, no append and page blobs, and never fetches anything. Nothing that it
/// has been told outlives it.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/>, read 2026-11-21.
public final class SampleAzureStorage: Sendable {
    /// Whose account a sample has, what it insists on, and what time it is there.
    public struct Options: Sendable {
        /// The port of the blob service; 0, the default, takes a free one.
        public var blobPort: UInt16 = 0

        /// The port of the queue service; 0, the default, takes a free one.
        public var queuePort: UInt16 = 0

        /// The name of the account.
        public var accountName = "devstoreaccount1"

        /// The key of the account, in Base64; the default is the one that every emulator has, and no secret.
        public var accountKey = SampleAzureStorage.publishedKey

        /// Tells the time.
        public var now: @Sendable () -> Date = { Date() }

        /// Whether the owner's requests are refused if their dates are more than 15 minutes off.
        public var checksDates = true

        /// Whether the servers keep the requests that they have read, with their bodies.
        public var recordsRequests = false

        /// Whether there is something in it from the beginning: the containers `pictures`, with a few blobs that anyone may
        /// read, and `backups`, without any, and the queue `jobs` with three messages in Base64.
        public var hasSamples = true

        /// Creates the default options: the emulators' account, and the machine's clock.
        public init() {}
    }

    /// The key that is published for the emulators' account.
    public static let publishedKey =
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

    /// The server of the blob service.
    public let blobServer: LoopbackServer

    /// The server of the queue service.
    public let queueServer: LoopbackServer

    private let options: Options

    /// Starts the sample.
    ///
    /// - Parameter options: Whose account it has, what it insists on, and the clock.
    /// - Throws: `LoopbackServer.SocketError` if there is no port for it.
    public init(options: Options = Options()) throws {
        self.options = options
        let blobs = AzureBlobService(options: options)
        let queues = AzureQueueService(options: options)
        var serverOptions = LoopbackServer.Options()
        if !options.recordsRequests { serverOptions.maximumRecordedRequests = 0 }
        serverOptions.port = options.blobPort
        serverOptions.maximumBodySize = 256 << 20
        blobServer = try LoopbackServer(options: serverOptions) { blobs.answer($0) }
        serverOptions.port = options.queuePort
        serverOptions.maximumBodySize = 1 << 20
        do {
            queueServer = try LoopbackServer(options: serverOptions) { queues.answer($0) }
        } catch {
            blobServer.stop()
            throw error
        }
    }

    /// The address of the blob service with the account, without a slash at its end.
    public var blobEndpoint: String { "\(blobServer.baseURL)/\(options.accountName)" }

    /// The address of the queue service with the account, without a slash at its end.
    public var queueEndpoint: String { "\(queueServer.baseURL)/\(options.accountName)" }

    /// All that a client needs to know, in one line.
    public var connectionString: String {
        "DefaultEndpointsProtocol=http;AccountName=\(options.accountName);AccountKey=\(options.accountKey);"
            + "BlobEndpoint=\(blobEndpoint);QueueEndpoint=\(queueEndpoint);"
    }

    /// Stops the servers and waits for their threads; does nothing if that is done.
    public func stop() {
        blobServer.stop()
        queueServer.stop()
    }
}

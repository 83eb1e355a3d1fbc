import RillAzureStorage
import RillSampleServices
import RillScript

/// The clients of the account and, if selected, the sample server.
struct RunningAccount: Sendable {
    let blobs: BlobClient
    let queues: QueueClient
    private let sample: SampleAzureStorage?

    /// Creates the clients, and starts the sample server if no account is given.
    init(_ arguments: Arguments) throws {
        var options = SampleAzureStorage.Options()
        options.blobPort = UInt16(arguments.blobPort)
        options.queuePort = UInt16(arguments.queuePort)
        options.accessTokens = ["sample-token"]
        sample = arguments.account == nil ? try SampleAzureStorage(options: options) : nil
        let account = try arguments.account ?? StorageAccount(connectionString: sample?.connectionString ?? "")
        blobs = BlobClient(account, timeout: arguments.timeout)
        queues = QueueClient(account, codec: arguments.codec, timeout: arguments.timeout)
        if sample != nil, !arguments.action.isServe {
            Output.note(
                "using an in-process sample server; use --live for the account in AZURE_STORAGE_CONNECTION_STRING, "
                    + "or the subcommand serve to keep a sample server running")
        }
    }

    /// Serves other programs until a signal cancels the task.
    func serve() async throws {
        guard let sample else { return }
        try Output.write(sample.connectionString + "\n")
        Output.note(
            "serving blobs at \(sample.blobEndpoint) and queues at \(sample.queueEndpoint); press Ctrl-C to stop")
        try await Observable<Void>.never().firstValue()
    }

    func stop() {
        sample?.stop()
    }
}

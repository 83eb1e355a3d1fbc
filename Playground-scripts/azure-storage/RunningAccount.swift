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
        let account: StorageAccount
        if let named = arguments.account {
            sample = nil
            account = named
        } else {
            let started = try SampleAzureStorage()
            sample = started
            account = try StorageAccount(connectionString: started.connectionString)
            Output.note(
                "using an in-process sample server; use --live for the account in AZURE_STORAGE_CONNECTION_STRING, "
                    + "or the serve action to keep a sample server running")
        }
        blobs = BlobClient(account, timeout: arguments.timeout)
        queues = QueueClient(account, codec: arguments.codec, timeout: arguments.timeout)
    }

    func stop() {
        sample?.stop()
    }
}

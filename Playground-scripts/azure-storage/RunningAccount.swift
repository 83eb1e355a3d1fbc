import RillAzureStorage
import RillSampleServices
import RillScriptSupport

/// The account that is worked with.
struct RunningAccount: Sendable {
    let blobs: BlobClient
    let queues: QueueClient
    private let sample: SampleAzureStorage?

    /// Starts the sample, if that is what should be worked with.
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
                "working with the sample service in this process; --live takes the account of "
                    + "AZURE_STORAGE_CONNECTION_STRING, and serve keeps a sample running")
        }
        blobs = BlobClient(account, timeout: arguments.timeout)
        queues = QueueClient(account, codec: arguments.codec, timeout: arguments.timeout)
    }

    func stop() {
        sample?.stop()
    }
}

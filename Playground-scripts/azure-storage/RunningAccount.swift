import RillAzureStorage
import RillSampleServices
import RillScript
import RillTracing

/// The clients of the account and, if selected, the sample server, with the actions of the command line.
struct RunningAccount: Sendable {
    let blobs: BlobClient
    let queues: QueueClient
    let arguments: Arguments
    let progress = ProgressLine()
    private let sample: SampleAzureStorage?

    /// Creates the clients, and starts the sample server if no account is given.
    init(_ arguments: Arguments) throws {
        self.arguments = arguments
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

    /// Performs the action of the command line.
    static func run(_ arguments: Arguments) async throws {
        let account = try RunningAccount(arguments)
        let trace = try arguments.trace.map { try TraceRecorder(path: $0) }
        try await withSignalCancellation(reportingTo: trace) {
            switch arguments.action {
            case .list(let container?, let prefix): try await account.list(container, prefix)
            case .list(nil, _): try await account.listContainers()
            case .put(let input, let blob): try await account.put(input, blob)
            case .get(let blob, let target): try await account.get(blob, target)
            case .remove(let all): try await account.remove(all)
            case .send(let texts, let queue): try await account.send(texts, queue)
            case .receive(let queue): try await account.receive(queue)
            case .peek(let queue): try await account.peek(queue)
            case .count(let queue): try await account.count(queue)
            case .work(let queue, let command): try await account.work(queue, command)
            case .serve: try await account.serve()
            }
        } cleanUp: {
            Subprocess.terminateAll()
            account.progress.clear()
            account.sample?.stop()
        } finish: {
            try trace?.close()
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
}

import RillSampleServices
import RillScript

/// Runs the sample server for other programs.
enum Serve {
    /// Serves until a signal terminates the process.
    static func run(_ arguments: Arguments) async throws {
        var options = SampleAzureStorage.Options()
        options.blobPort = UInt16(arguments.blobPort)
        options.queuePort = UInt16(arguments.queuePort)
        let storage = try SampleAzureStorage(options: options)
        try await withSignalCancellation {
            try Output.write(storage.connectionString + "\n")
            Output.note(
                "serving blobs at \(storage.blobEndpoint) and queues at \(storage.queueEndpoint); press Ctrl-C to stop")
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            // The stream never emits. A signal cancels the task.
            for await _ in stream {}
            continuation.finish()
        } cleanUp: {
            storage.stop()
        }
    }
}

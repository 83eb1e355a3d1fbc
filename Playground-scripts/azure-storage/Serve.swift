import RillSampleServices
import RillScriptSupport

/// Runs the sample service by itself, for programs of any kind to work with.
enum Serve {
    /// Runs until a signal ends the program.
    static func run(_ arguments: Arguments) async throws {
        var options = SampleAzureStorage.Options()
        options.blobPort = UInt16(arguments.blobPort)
        options.queuePort = UInt16(arguments.queuePort)
        let storage = try SampleAzureStorage(options: options)
        try await Interruption.cancelling {
            try Output.write(storage.connectionString + "\n")
            Output.note("serves until Ctrl-C: blobs at \(storage.blobEndpoint), queues at \(storage.queueEndpoint)")
            let (signals, signal) = AsyncStream.makeStream(of: Never.self)
            // Nothing ever comes: the signals cancel the task.
            for await _ in signals {}
            signal.finish()
        } settle: {
            storage.stop()
        }
    }
}

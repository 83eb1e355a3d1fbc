import SampleServices
import ScriptSupport

/// Runs the sample service by itself, for programs of any kind to work with: `azure-storage serve`.
enum Serve {
    /// Runs until a signal ends the program.
    ///
    /// - Parameter words: What stands on the command line behind `serve`.
    /// - Throws: That the words make no sense, or that there is no port.
    static func run(_ words: [String]) async throws {
        let storage = try SampleAzureStorage(options: try options(words))
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

    private static func options(_ words: [String]) throws(UsageError) -> SampleAzureStorage.Options {
        var options = SampleAzureStorage.Options()
        var reader = ArgumentReader(words)
        while let option = try reader.nextOption() {
            switch option {
            case "--blob-port": options.blobPort = UInt16(try reader.integer(in: 0...65_535))
            case "--queue-port": options.queuePort = UInt16(try reader.integer(in: 0...65_535))
            default: throw UsageError("there is no option \(option)")
            }
        }
        return options
    }
}

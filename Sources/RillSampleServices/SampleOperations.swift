public import RillHTTPTesting

/// A sample server with long-running operations, on a free loopback port.
///
///     let operations = try SampleOperations()
///     defer { operations.stop() }
///     // … POST \(operations.baseURL)/exports …
///
/// | Request | Response | Poll | Result |
/// | --- | --- | --- | --- |
/// | `POST /exports` | 202 with `Location` | 202 until the export has ended | the last response |
/// | `PUT /indexes/{name}` | 202 with `Operation-Location` | `running`, then `succeeded` or `failed` | `GET /indexes/{name}` |
/// | `PUT /accounts/{name}` | 202 with `Azure-AsyncOperation` | `InProgress`, then `Succeeded` or `Failed` | `GET /accounts/{name}` |
///
/// An operation ends after a number of polls, so that its duration does not depend on a clock. It fails if the name of the resource is
/// `broken`. The result is a JSON object with the property `name`, or `id` for an export. All data is kept in memory.
///
/// - SeeAlso: <https://github.com/microsoft/api-guidelines/blob/vNext/azure/ConsiderationsForServiceDesign.md>
public final class SampleOperations: SampleServer {
    /// The duration of the operations of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The number of polls until an operation ends, including the last one.
        public var pollCount = 3

        /// Creates the default options.
        public init() {}
    }

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample server.
    ///
    /// - Parameter options: The duration of the operations.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: OperationsService(options: options).response)
    }
}

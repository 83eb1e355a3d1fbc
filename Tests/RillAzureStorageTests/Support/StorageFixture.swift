import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// The storage account of a test: the account named by `AZURE_STORAGE_CONNECTION_STRING`, or a sample server.
struct StorageFixture: Sendable {
    let account: StorageAccount

    /// The sample server, or `nil` for another account.
    let sample: SampleAzureStorage?

    /// A unique name for a container or queue.
    let name = "rill-test-\(UUID().uuidString.prefix(13).lowercased())"

    /// Whether the endpoints use HTTPS, so that signatures can require it.
    ///
    /// Emulators use HTTP.
    var hasHTTPS: Bool { account.blobEndpoint.hasPrefix("https:") && account.queueEndpoint.hasPrefix("https:") }

    private static let named = ProcessInfo.processInfo.environment["AZURE_STORAGE_CONNECTION_STRING"] ?? ""

    /// Runs a test with the account in the environment, or else with a sample server with the given options.
    static func run<Result>(
        _ options: SampleAzureStorage.Options = .init(), _ body: (StorageFixture) async throws -> Result
    ) async throws -> Result {
        guard named.isEmpty else {
            return try await body(StorageFixture(account: try StorageAccount(connectionString: named), sample: nil))
        }
        return try await withSample(options, body: body)
    }

    /// Runs a test with a sample server.
    static func withSample<Result>(
        _ options: SampleAzureStorage.Options = .init(), body: (StorageFixture) async throws -> Result
    ) async throws -> Result {
        let sample = try SampleAzureStorage(options: options)
        defer { sample.stop() }
        let account = try StorageAccount(connectionString: sample.connectionString)
        return try await body(StorageFixture(account: account, sample: sample))
    }

    /// Returns a client for the Blob service.
    func blobs(
        transfers: TransferOptions = TransferOptions(), transport: any Transport = makeDefaultTransport()
    ) -> BlobClient {
        BlobClient(
            account, transfers: transfers, transport: transport,
            retry: .constantBackoff(attempts: 3, delay: .milliseconds(5)), timeout: .seconds(60))
    }

    /// Runs a test with a container.
    ///
    /// Deletes the container afterward.
    static func withContainer<Result>(
        transfers: TransferOptions = TransferOptions(), _ body: (StorageFixture, BlobClient) async throws -> Result
    ) async throws -> Result {
        try await run { fixture in
            let blobs = fixture.blobs(transfers: transfers)
            _ = try await blobs.createContainer(fixture.name).firstValue()
            let result: Result
            do {
                result = try await body(fixture, blobs)
            } catch {
                try? await blobs.deleteContainer(fixture.name).firstValue()
                throw error
            }
            try await blobs.deleteContainer(fixture.name).firstValue()
            return result
        }
    }
}

/// Returns deterministic bytes without a short period.
func sampleBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 15) }
}

/// Verifies that a stream fails with an error code of the service.
func expectFailure<Element>(
    of stream: Observable<Element>, _ code: AzureStorageError.Code, _ location: SourceLocation = #_sourceLocation
) async throws {
    let error = try await failure(of: stream, location)
    #expect(error.azureStorage?.code == code, "\(error)", sourceLocation: location)
}

/// Verifies that a stream fails with an error code of the service, possibly after elements.
func expectFailure<Element>(
    atEndOf stream: Observable<Element>, _ code: AzureStorageError.Code, _ location: SourceLocation = #_sourceLocation
) async throws {
    let error = try await failure(atEndOf: stream, location)
    #expect(error.azureStorage?.code == code, "\(error)", sourceLocation: location)
}

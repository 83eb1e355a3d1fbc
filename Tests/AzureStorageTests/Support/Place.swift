import AzureStorage
import Foundation
import Rill
import RillHTTP
import SampleServices
import Testing

/// Where operations are tried: the account that `AZURE_STORAGE_CONNECTION_STRING` names, or a sample of a test's own.
struct Place: Sendable {
    let account: StorageAccount

    /// The sample; nil if it is a real account.
    let sample: SampleAzureStorage?

    /// A name that nothing else has: of a container or a queue.
    let name = "rill-test-\(UUID().uuidString.prefix(13).lowercased())"

    /// Whether signatures may insist on it; emulators have http alone.
    var hasHTTPS: Bool { account.blobEndpoint.hasPrefix("https:") && account.queueEndpoint.hasPrefix("https:") }

    private static let named = ProcessInfo.processInfo.environment["AZURE_STORAGE_CONNECTION_STRING"] ?? ""

    /// Runs a body there.
    static func run<Result>(_ body: (Place) async throws -> Result) async throws -> Result {
        guard named.isEmpty else {
            return try await body(Place(account: try StorageAccount(connectionString: named), sample: nil))
        }
        return try await onSample(body: body)
    }

    /// Runs a body on a sample, whatever the environment says.
    static func onSample<Result>(
        _ options: SampleAzureStorage.Options = .init(), body: (Place) async throws -> Result
    ) async throws -> Result {
        let sample = try SampleAzureStorage(options: options)
        defer { sample.stop() }
        let account = try StorageAccount(connectionString: sample.connectionString)
        return try await body(Place(account: account, sample: sample))
    }

    /// A client of the blobs.
    func blobs(
        transfers: TransferOptions = TransferOptions(), transport: any Transport = makeDefaultTransport()
    ) -> BlobClient {
        BlobClient(
            account, transfers: transfers, transport: transport,
            retry: .constantBackoff(attempts: 3, delay: .milliseconds(5)), timeout: .seconds(60))
    }

    /// Runs a body with a container that is deleted behind it.
    static func withContainer<Result>(
        transfers: TransferOptions = TransferOptions(), _ body: (Place, BlobClient) async throws -> Result
    ) async throws -> Result {
        try await run { place in
            let blobs = place.blobs(transfers: transfers)
            _ = try await blobs.createContainer(place.name).firstValue()
            let result: Result
            do {
                result = try await body(place, blobs)
            } catch {
                try? await blobs.deleteContainer(place.name).firstValue()
                throw error
            }
            try await blobs.deleteContainer(place.name).firstValue()
            return result
        }
    }
}

/// Bytes that differ from place to place.
func sampleBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 15) }
}

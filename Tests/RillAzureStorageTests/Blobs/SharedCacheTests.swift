import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTesting
import Testing

/// Tests that clients of several accounts can share a cache.
@Suite struct SharedCacheTests {
    private struct Blob: Request {
        typealias Response = String
        var path: URLPath { "/c/b" }
    }

    @Test func anonymousClientDoesNotReceiveCachedPrivateBlob() async throws {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transport = StubTransport { request in
            request.headerFields[.authorization] == nil
                ? .status(.notFound) : .json("\"private\"", fields: [.cacheControl: "max-age=60"])
        }
        func blobs(_ credential: StorageCredential) -> BlobClient {
            let account = StorageAccount(name: "acct", credential: credential, blobEndpoint: "https://h")
            return BlobClient(
                account, transport: transport.asService.caching(in: cache),
                retry: .constantBackoff(attempts: 1, delay: .zero))
        }
        for _ in 0..<2 { #expect(try await blobs(.sharedKey(.emulator)).send(Blob()).firstValue() == "private") }
        #expect(transport.requests.count == 1)
        let error = try await failure(of: blobs(.anonymous).send(Blob()))
        #expect(error.status == .notFound)
        #expect(transport.requests.count == 2)
    }
}

import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DamagedUploadTests {
    private static let options = TransferOptions(chunkSize: 1_000, maxConcurrent: 3)
    private let bytes = sampleBytes(4_500)
    private let blob = BlobPath("test", "a")

    private func run<Result>(
        _ alter: @escaping AlteringTransport.Alteration = { _, _, response in response },
        _ body: (BlobClient, Log<String>, _ untouched: BlobClient) async throws -> Result
    ) async throws -> Result {
        try await StorageFixture.withSample { fixture in
            let untouched = fixture.blobs(transfers: Self.options)
            _ = try await untouched.createContainer("test").firstValue()
            let transport = AlteringTransport(alter)
            return try await body(
                fixture.blobs(transfers: Self.options, transport: transport), transport.log, untouched)
        }
    }

    /// Whether a request uploads a block.
    private static func isBlock(_ request: HTTPRequest) -> Bool { request.path?.contains("comp=block&") == true }

    @Test func retriesFailedBlockSeparately() async throws {
        let failures = Log<Void>()
        let alteration: AlteringTransport.Alteration = { request, _, response in
            guard Self.isBlock(request), failures.append(()).count == 2 else { return response }
            return .just(.head(HTTPResponse(status: .serviceUnavailable)))
        }
        try await run(alteration) { blobs, log, _ in
            _ = try await blobs.upload(HTTPBody(bytes), to: blob).collected()
            #expect(try await blobs.data(of: blob).firstValue() == Data(bytes))
            let sent = log.entries.filter { $0.contains("comp=block&") }
            #expect(sent.count == 6)
            #expect(Set(sent).count == 5)
            #expect(log.entries.count { $0 == "PUT comp=blocklist" } == 1)
        }
    }

    @Test func failureKeepsExistingBlob() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, response in
            request.path?.contains("comp=blocklist") == true
                ? .error(TransportError(.couldNotConnect, "connection refused")) : response
        }
        try await run(alteration) { blobs, log, untouched in
            _ = try await untouched.upload(HTTPBody("before"), to: blob).collected()
            let error = try await failure(atEndOf: blobs.upload(HTTPBody(bytes), to: blob))
            #expect(error.stage == .transport)
            #expect(log.entries.count { $0 == "PUT comp=blocklist" } == 3)
            #expect(try await untouched.data(of: blob).firstValue() == Data("before".utf8))
        }
    }

    @Test func contentErrorPreventsCommit() async throws {
        try await run { blobs, log, untouched in
            let chunks = Observable.just(bytes).concat(.error(TransferFault()))
            let error = try await failure(atEndOf: blobs.upload(.stream(chunks), to: blob))
            #expect(error.stage == .request)
            #expect(error.underlying is TransferFault)
            // Blocks were sent.
            #expect(error.attempts == 1 && "\(error)".contains("/test/a failed: TransferFault()"), "\(error)")
            #expect(log.entries.count { $0 == "PUT comp=blocklist" } == 0)
            let missing = try await failure(of: untouched.details(of: blob))
            #expect(missing.status == .notFound)
        }
    }

    @Test func disposalStopsRequests() async throws {
        let never = Observable<TransportEvent>.never()
        let started = AsyncStream<Void>.makeStream()
        let alteration: AlteringTransport.Alteration = { request, _, response in
            guard Self.isBlock(request) else { return response }
            started.continuation.yield(())
            return never
        }
        try await run(alteration) { blobs, log, _ in
            let (recorder, subscription) = blobs.upload(HTTPBody(bytes), to: blob).record()
            for await _ in started.stream.prefix(Self.options.maxConcurrent) {}
            subscription.dispose()
            #expect(log.entries.count == Self.options.maxConcurrent)
            #expect(recorder.events.isEmpty)
        }
    }
}

private struct TransferFault: Error {}

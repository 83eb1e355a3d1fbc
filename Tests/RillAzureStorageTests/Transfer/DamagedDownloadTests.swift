import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DamagedDownloadTests {
    private static let options = TransferOptions(chunkSize: 1_000, maxConcurrent: 3)
    private let bytes = sampleBytes(7_500)
    private let blob = BlobPath("test", "a")

    /// Runs a test with a blob of 7,500 bytes, and with a client whose responses are altered.
    private func run<Result>(
        _ alter: @escaping AlteringTransport.Alteration = { _, _, response in response },
        headers: BlobHeaders = BlobHeaders(),
        _ body: (BlobClient, Log<String>, _ untouched: BlobClient) async throws -> Result
    ) async throws -> Result {
        try await StorageFixture.withSample { fixture in
            let untouched = fixture.blobs(transfers: Self.options)
            _ = try await untouched.createContainer("test").firstValue()
            _ = try await untouched.upload(HTTPBody(bytes), to: blob, headers: headers).collected()
            let transport = AlteringTransport(alter)
            return try await body(
                fixture.blobs(transfers: Self.options, transport: transport), transport.log, untouched)
        }
    }

    @Test func retriesIncompleteRangeSeparately() async throws {
        let alteration: AlteringTransport.Alteration = { request, earlier, response in
            guard request.headerFields[.range] == "bytes=3000-3999", earlier < 2 else { return response }
            // The response ends after its head.
            return response.take(1).concat(.error(TransportError(.closedEarly, "connection closed")))
        }
        try await run(alteration) { blobs, log, _ in
            let data = try await blobs.data(of: blob).firstValue()
            #expect(data == Data(bytes))
            #expect(log.entries.count { $0 == "GET bytes=3000-3999" } == 3)
            #expect(log.entries.count == 8 + 2)
        }
    }

    @Test func retriesDamagedRangeSeparately() async throws {
        let alteration: AlteringTransport.Alteration = { request, earlier, response in
            guard request.headerFields[.range] == "bytes=0-999", earlier == 0 else { return response }
            return response.map { event in
                guard case .chunk(var bytes) = event else { return event }
                bytes[bytes.startIndex] ^= 1
                return .chunk(bytes)
            }
        }
        try await run(alteration) { blobs, log, _ in
            let data = try await blobs.data(of: blob).firstValue()
            #expect(data == Data(bytes))
            #expect(log.entries.count { $0 == "GET bytes=0-999" } == 2)
            #expect(log.entries.count == 8 + 1)
        }
    }

    @Test func persistentDamageFails() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, response in
            guard request.headerFields[.range] == "bytes=2000-2999" else { return response }
            return response.filter { event in if case .chunk = event { false } else { true } }
        }
        try await run(alteration) { blobs, log, _ in
            let error = try await failure(atEndOf: blobs.bytes(of: blob))
            #expect(error.stage == .transport)
            #expect(
                "\(error)".contains("bytes 2000-2999 of the content: expected 1000 bytes, got 0"), "\(error)")
            #expect(log.entries.count { $0 == "GET bytes=2000-2999" } == 3)
        }
    }

    @Test func checksumMismatchFails() async throws {
        let wrong = BlobHeaders(contentMD5: Data(repeating: 7, count: 16))
        try await run(headers: wrong) { blobs, _, _ in
            let error = try await failure(atEndOf: blobs.bytes(of: blob))
            #expect(error.stage == .transport)
            #expect("\(error)".contains("MD5 checksum mismatch"), "\(error)")
            // The MD5 of the whole content does not apply to a range.
            #expect(try await blobs.data(of: blob, range: 0..<7_499).firstValue() == Data(bytes[..<7_499]))
            var unchecked = blobs
            unchecked.transfers.checksMD5 = false
            #expect(try await unchecked.data(of: blob).firstValue() == Data(bytes))
        }
    }

    @Test func changedBlobFails() async throws {
        try await StorageFixture.withSample { fixture in
            let untouched = fixture.blobs(transfers: Self.options)
            _ = try await untouched.createContainer("test").firstValue()
            _ = try await untouched.upload(HTTPBody(bytes), to: blob).collected()
            let change = untouched.upload(HTTPBody(Array(bytes.reversed())), to: blob)
            let transport = AlteringTransport { request, _, response in
                guard request.headerFields[.range] == "bytes=0-999" else { return response }
                return response.concat(change.compactMap { _ in nil })
            }
            let error = try await failure(
                atEndOf: fixture.blobs(transfers: Self.options, transport: transport).bytes(of: blob))
            #expect(error.azureStorage?.code == .conditionNotMet)
            #expect(error.status == .preconditionFailed)
        }
    }

    @Test func requestsRangesOnDemand() async throws {
        try await run { blobs, log, _ in
            let taken = try await blobs.bytes(of: blob).take(2).collected()
            #expect(taken.flatMap { $0 } == Array(bytes[..<2_000]))
            #expect(log.entries.count <= 1 + 1 + Self.options.maxConcurrent)
        }
    }

    @Test func rejectedRangeReportsServiceError() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, response in
            guard request.headerFields[.range] == "bytes=1000-1999" else { return response }
            var fields: HTTPFields = [:]
            fields[HTTPField.Name(literal: "x-ms-error-code")] = "BlobNotFound"
            return .just(.head(HTTPResponse(status: .notFound, headerFields: fields)))
        }
        try await run(alteration) { blobs, _, _ in
            let error = try await failure(atEndOf: blobs.bytes(of: blob))
            #expect(error.azureStorage?.code == .blobNotFound)
            #expect(!"\(error)".contains("SharedKey d"))
        }
    }

    @Test func downloadsFromServerWithoutRanges() async throws {
        let server = try LoopbackServer { [bytes] _ in .data(bytes) }
        defer { server.stop() }
        let account = StorageAccount(name: "a", credential: .anonymous, blobEndpoint: server.baseURL)
        let blobs = BlobClient(account, transfers: Self.options, transport: makeDefaultTransport().asService)
        #expect(try await blobs.data(of: blob).firstValue() == Data(bytes))
        // The whole content is not a valid response to a range request.
        let error = try await failure(of: blobs.bytes(of: blob, range: 5..<10))
        #expect(
            (error.underlying as? TransportError)?.text
                == "the response is not the requested range, does not state the total length, or has a content coding",
            "\(error)")
    }

    @Test func resumesDownload() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, response in
            guard request.headerFields[.range] == "bytes=4000-4999" else { return response }
            return .error(TransportError(.closedEarly, "connection closed"))
        }
        try await run(alteration) { blobs, log, untouched in
            try await withFolder { folder in
                let path = folder.appending(path: "a").path
                var options = DownloadOptions()
                options.resumes = true
                let cut = try await failure(atEndOf: blobs.download(blob, to: path, options: options))
                #expect(cut.stage == .transport)
                let rest = try await untouched.download(blob, to: path, options: options).collected()
                #expect(rest.first?.resumedFrom == 4_000)
                #expect(rest.last?.isFinished == true)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))

                // A partial file of another version is not resumed.
                try FileManager.default.removeItem(atPath: path)
                _ = try await failure(atEndOf: blobs.download(blob, to: path, options: options))
                let other = Array(bytes.reversed())
                _ = try await untouched.upload(HTTPBody(other), to: blob).collected()
                let restarted = try await untouched.download(blob, to: path, options: options).collected()
                #expect(restarted.last?.isFinished == true)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(other))
                #expect(log.entries.count > 4)
            }
        }
    }
}

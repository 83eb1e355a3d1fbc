import AzureStorage
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import ServiceTestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct DamagedDownloadTests {
    private static let options = TransferOptions(pieceSize: 1_000, maxConcurrent: 3)
    private let bytes = sampleBytes(7_500)
    private let blob = BlobPath("test", "a")

    /// Runs a body with a blob of 7,500 bytes, and with a client whose answers are altered.
    private func run<Result>(
        _ alter: @escaping AlteringTransport.Alteration = { _, _, answer in answer },
        headers: BlobHeaders = BlobHeaders(),
        _ body: (BlobClient, AlteringTransport.Log, _ untouched: BlobClient) async throws -> Result
    ) async throws -> Result {
        try await Place.onSample { place in
            let untouched = place.blobs(transfers: Self.options)
            _ = try await untouched.createContainer("test").firstValue()
            _ = try await untouched.upload(HTTPBody(bytes), to: blob, headers: headers).collected()
            let transport = AlteringTransport(alter)
            return try await body(
                place.blobs(transfers: Self.options, transport: transport), transport.log, untouched)
        }
    }

    @Test func whatBreaksOffIsFetchedAgainAlone() async throws {
        let alteration: AlteringTransport.Alteration = { request, earlier, answer in
            guard request.headerFields[.range] == "bytes=3000-3999", earlier < 2 else { return answer }
            // The head alone, and then nothing more.
            return answer.take(1).concat(.error(TransportError(.closedEarly, "it was cut off")))
        }
        try await run(alteration) { blobs, log, _ in
            let data = try await blobs.data(of: blob).firstValue()
            #expect(data == Data(bytes))
            #expect(log.count("GET bytes=3000-3999") == 3)
            #expect(log.all.count == 8 + 2)
        }
    }

    @Test func whatArrivesDamagedIsFetchedAgainAlone() async throws {
        let alteration: AlteringTransport.Alteration = { request, earlier, answer in
            guard request.headerFields[.range] == "bytes=0-999", earlier == 0 else { return answer }
            return answer.map { event in
                guard case .chunk(var bytes) = event else { return event }
                bytes[bytes.startIndex] ^= 1
                return .chunk(bytes)
            }
        }
        try await run(alteration) { blobs, log, _ in
            let data = try await blobs.data(of: blob).firstValue()
            #expect(data == Data(bytes))
            #expect(log.count("GET bytes=0-999") == 2)
            #expect(log.all.count == 8 + 1)
        }
    }

    @Test func whatStaysDamagedFails() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, answer in
            guard request.headerFields[.range] == "bytes=2000-2999" else { return answer }
            return answer.filter { event in if case .chunk = event { false } else { true } }
        }
        try await run(alteration) { blobs, log, _ in
            let error = try await failure(atEndOf: blobs.bytes(of: blob))
            #expect(error.stage == .transport)
            #expect("\(error)".contains("of the bytes 2000 to 2999 of the content 0 bytes came"), "\(error)")
            #expect(log.count("GET bytes=2000-2999") == 3)
        }
    }

    @Test func aContentThatDoesNotFitItsMD5Fails() async throws {
        let wrong = BlobHeaders(contentMD5: Data(repeating: 7, count: 16))
        try await run(headers: wrong) { blobs, _, _ in
            let error = try await failure(atEndOf: blobs.bytes(of: blob))
            #expect(error.stage == .transport)
            #expect("\(error)".contains("does not fit its MD5"), "\(error)")
            // Of a part nobody can say.
            #expect(try await blobs.data(of: blob, range: 0..<7_499).firstValue() == Data(bytes[..<7_499]))
            var unchecked = blobs
            unchecked.transfers.checksMD5 = false
            #expect(try await unchecked.data(of: blob).firstValue() == Data(bytes))
        }
    }

    @Test func aBlobThatChangesMeanwhileFails() async throws {
        try await Place.onSample { place in
            let untouched = place.blobs(transfers: Self.options)
            _ = try await untouched.createContainer("test").firstValue()
            _ = try await untouched.upload(HTTPBody(bytes), to: blob).collected()
            let change = untouched.upload(HTTPBody(Array(bytes.reversed())), to: blob)
            let transport = AlteringTransport { request, _, answer in
                guard request.headerFields[.range] == "bytes=0-999" else { return answer }
                return answer.concat(change.compactMap { _ in nil })
            }
            let error = try await failure(
                atEndOf: place.blobs(transfers: Self.options, transport: transport).bytes(of: blob))
            #expect(error.azureStorage?.code == .conditionNotMet)
            #expect(error.status == .preconditionFailed)
        }
    }

    @Test func noMoreIsFetchedThanIsTaken() async throws {
        try await run { blobs, log, _ in
            let taken = try await blobs.bytes(of: blob).take(2).collected()
            #expect(taken.flatMap { $0 } == Array(bytes[..<2_000]))
            #expect(log.all.count <= 1 + 1 + Self.options.maxConcurrent)
        }
    }

    @Test func aRangeThatIsRefusedFailsAsTheServiceSays() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, answer in
            guard request.headerFields[.range] == "bytes=1000-1999" else { return answer }
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

    @Test func aServerWithoutRangesIsReadToo() async throws {
        let server = try LoopbackServer { [bytes] _ in .data(bytes) }
        defer { server.stop() }
        let account = StorageAccount(name: "a", credential: .anonymous, blobEndpoint: server.baseURL)
        let blobs = BlobClient(account, transfers: Self.options)
        #expect(try await blobs.data(of: blob).firstValue() == Data(bytes))
        // All of it is not what a part was asked for.
        let error = try await failure(of: blobs.bytes(of: blob, range: 5..<10))
        #expect("\(error)".contains("another part of the content came than the one asked for"), "\(error)")
    }

    @Test func aDownloadGoesOnWhereItBrokeOff() async throws {
        let alteration: AlteringTransport.Alteration = { request, _, answer in
            guard request.headerFields[.range] == "bytes=4000-4999" else { return answer }
            return .error(TransportError(.closedEarly, "it was cut off"))
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
                #expect(rest.last?.isInPlace == true)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))

                // Of another state of the blob, nothing is left to go on with.
                try FileManager.default.removeItem(atPath: path)
                _ = try await failure(atEndOf: blobs.download(blob, to: path, options: options))
                let other = Array(bytes.reversed())
                _ = try await untouched.upload(HTTPBody(other), to: blob).collected()
                let anew = try await untouched.download(blob, to: path, options: options).collected()
                #expect(anew.last?.isInPlace == true)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(other))
                #expect(log.all.count > 4)
            }
        }
    }
}

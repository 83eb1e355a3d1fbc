import Foundation
import Rill
import RillDigests
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct ChecksumTests {
    private static let crc64 = TransferOptions(chunkSize: 1_000, checksCRC64: true)
    private static let none = TransferOptions(chunkSize: 1_000, checksMD5: false)

    @Test(arguments: [5, 4_500])
    func storesMD5WithWholeBlob(_ count: Int) async throws {
        let content = sampleBytes(count)
        for (options, hasMD5) in [
            (TransferOptions(chunkSize: 1_000), true), (Self.crc64, true), (Self.none, count == 5),
        ] {
            try await StorageFixture.withContainer(transfers: options) { fixture, blobs async throws in
                let blob = BlobPath(fixture.name, "a")
                _ = try await blobs.upload(HTTPBody(content), to: blob).collected()
                let stored = try await blobs.details(of: blob).firstValue().properties.headers.contentMD5
                // The service computes the MD5 of content that is uploaded with one request.
                #expect(stored == (hasMD5 ? Data(MD5.digest(of: content)) : nil))
                #expect(try await blobs.data(of: blob).firstValue() == Data(content))
            }
        }
    }

    /// Returns the checksum fields of the requests of an upload and a download.
    private func checksums(_ options: TransferOptions) async throws -> Set<String> {
        try await StorageFixture.withSample { fixture in
            let fields = Log<[String]>()
            let names = [
                "content-md5", "x-ms-content-crc64", "x-ms-range-get-content-md5", "x-ms-range-get-content-crc64",
            ]
            let transport = AlteringTransport { request, _, response in
                let found = request.headerFields.map(\.name.canonicalName).filter { names.contains($0) }
                let query = request.path?.split(separator: "?").dropFirst().first?.split(separator: "&").first ?? ""
                fields.append(["\(request.method) \(query)"] + found)
                return response
            }
            let blobs = fixture.blobs(transfers: options, transport: transport)
            _ = try await blobs.upload(HTTPBody(sampleBytes(2_500)), to: BlobPath("backups", "a")).collected()
            _ = try await blobs.put(HTTPBody("hello"), to: BlobPath("backups", "b")).firstValue()
            _ = try await blobs.bytes(of: BlobPath("backups", "a")).collected()
            return Set(fields.entries.map { $0.joined(separator: " ") })
        }
    }

    @Test func sendsOneChecksumPerBlockAndRange() async throws {
        #expect(
            try await checksums(TransferOptions(chunkSize: 1_000)) == [
                "PUT comp=block content-md5", "PUT comp=blocklist", "PUT  content-md5",
                "GET  x-ms-range-get-content-md5",
            ])
        #expect(
            try await checksums(Self.crc64) == [
                "PUT comp=block x-ms-content-crc64", "PUT comp=blocklist", "PUT  x-ms-content-crc64",
                "GET  x-ms-range-get-content-crc64",
            ])
        #expect(try await checksums(Self.none) == ["PUT comp=block", "PUT comp=blocklist", "PUT ", "GET "])
    }

    @Test func serviceVerifiesChecksums() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "a")
            let content = Array("hello".utf8)
            for checksum in [ContentChecksum.md5(of: content), .crc64(of: content)] {
                try await blobs.putBlock(HTTPBody(content), id: "AAAA", of: blob, checksum: checksum).firstValue()
            }
            let other = Array("other".utf8)
            for (checksum, code) in [
                (ContentChecksum.md5(of: other), .md5Mismatch), (.crc64(of: other), .crc64Mismatch),
            ] as [(ContentChecksum, AzureStorageError.Code)] {
                let block = blobs.putBlock(HTTPBody(content), id: "AAAA", of: blob, checksum: checksum)
                #expect(try await failure(of: block).azureStorage?.code == code)
            }
        }
    }

    @Test func retriesRangeWithWrongCRC64() async throws {
        let content = sampleBytes(2_500)
        let right = Data(CRC64.digest(of: content[..<1_000])).base64EncodedString()
        for (values, isValid) in [
            (["AAAAAAAAAAA=", right], true), ([String](repeating: "AAAAAAAAAAA=", count: 3), false),
        ] {
            let requests = Log<Void>()
            let transport = StubTransport { request in
                guard RangeStub.range(request)?.lowerBound == 0 else { return RangeStub.response(request, content) }
                let value = values[min(requests.append(()).count - 1, values.count - 1)]
                return RangeStub.response(request, content, fields: [.contentCRC64: value])
            }
            var blobs = RangeStub.client(transport)
            blobs.transfers.checksCRC64 = true
            let recorder = Recorder(blobs.data(of: RangeStub.blob))
            #expect(recorder.values == (isValid ? [Data(content)] : []))
            #expect(requests.entries.count == values.count)
            if !isValid {
                let error = try #require(recorder.error as? APIError)
                #expect(error.reason.contains("bytes 0-999 of the content: CRC-64 checksum mismatch"))
            }
        }
    }

    @Test func checksumsLimitSizeOfRanges() throws {
        #expect(try TransferOptions(chunkSize: 8 << 20, checksMD5: false, checksCRC64: true).rangeSize() == 4 << 20)
        #expect(try TransferOptions(chunkSize: 8 << 20, checksMD5: false).rangeSize() == 8 << 20)
    }
}

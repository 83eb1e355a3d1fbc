import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CloudTransferTests {
    private static let small = TransferOptions(chunkSize: 1_000, maxConcurrent: 3)

    @Test(arguments: [0, 1, 999, 1_000, 1_001, 2_000, 7_777])
    func uploadsAndDownloadsContentOfAnySize(_ count: Int) async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            let bytes = sampleBytes(count)
            let progress = try await blobs.upload(HTTPBody(bytes), to: blob, metadata: ["a": "1"]).collected()
            let last = try #require(progress.last)
            #expect(last.version?.eTag != nil)
            #expect(last.completed == count)
            #expect(last.total == count)
            #expect(last.fraction == 1)
            #expect(progress.map(\.completed) == progress.map(\.completed).sorted())
            #expect(progress.dropLast().allSatisfy { $0.version == nil })
            #expect(progress.count == (count > 1_000 ? (count + 999) / 1_000 + 1 : 2))
            #expect(try await blobs.data(of: blob).firstValue() == Data(bytes))
            let chunks = try await blobs.bytes(of: blob).collected()
            #expect(chunks.flatMap { $0 } == bytes)
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.headers.contentMD5?.count == 16)
            #expect(details.metadata == ["a": "1"])
        }
    }

    @Test func uploadsStreamOfUnknownLength() async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            let chunks = Observable.from(0..<50).map { sampleBytes($0 * 7) }
            let expected = (0..<50).flatMap { sampleBytes($0 * 7) }
            let progress = try await blobs.upload(.stream(chunks), to: blob).collected()
            #expect(progress.first?.total == nil)
            #expect(progress.last?.total == expected.count)
            #expect(try await blobs.data(of: blob).firstValue() == Data(expected))
        }
    }

    @Test func uploadsAndDownloadsFile() async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            try await withFolder { folder in
                let bytes = Data(sampleBytes(12_345))
                let source = folder.appending(path: "source")
                try bytes.write(to: source)
                let blob = BlobPath(fixture.name, "a")
                _ = try await blobs.upload(.file(source.path, contentType: "text/plain"), to: blob).collected()
                #expect(try await blobs.details(of: blob).firstValue().properties.headers.contentType == "text/plain")
                let target = folder.appending(path: "target")
                let progress = try await blobs.download(blob, to: target.path).collected()
                #expect(progress.last?.isFinished == true)
                #expect(progress.last?.total == bytes.count)
                #expect(try Data(contentsOf: target) == bytes)
                let missing = try await failure(atEndOf: blobs.upload(.file(folder.path + "/missing"), to: blob))
                #expect(missing.stage == .request)
                #expect("\(missing)".contains("/missing"))
            }
        }
    }

    @Test(arguments: [0..<1, 0..<1_000, 0..<1_001, 999..<3_001, 2_500..<2_600, 3_900..<4_000, 3_900..<9_999])
    func downloadsRange(_ range: Range<Int>) async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            let bytes = sampleBytes(4_000)
            _ = try await blobs.upload(HTTPBody(bytes), to: blob).collected()
            #expect(
                try await blobs.data(of: blob, range: range).firstValue() == Data(bytes[range.clamped(to: 0..<4_000)]))
            let chunks = try await blobs.bytes(of: blob, range: range).collected()
            #expect(chunks.flatMap { $0 } == Array(bytes[range.clamped(to: 0..<4_000)]))
        }
    }

    @Test(arguments: [900, 4_000])
    func downloadsCompressedContentAsStored(_ count: Int) async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            let bytes = sampleBytes(count)
            // The bytes are not valid gzip data, so decompression would fail.
            let headers = BlobHeaders(contentEncoding: "gzip")
            _ = try await blobs.upload(HTTPBody(bytes), to: blob, headers: headers).collected()
            #expect(try await blobs.details(of: blob).firstValue().properties.headers.contentEncoding == "gzip")
            #expect(try await blobs.data(of: blob).firstValue() == Data(bytes))
            #expect(try await blobs.data(of: blob, range: 300..<700).firstValue() == Data(bytes[300..<700]))
            try await withFolder { folder in
                let file = folder.appending(path: "a")
                let last = try await blobs.download(blob, to: file.path).collected().last
                #expect(last?.isFinished == true && last?.total == count)
                #expect(try Data(contentsOf: file) == Data(bytes))
            }
        }
    }

    @Test func rangeAfterEndFails() async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            _ = try await blobs.upload(HTTPBody("hello"), to: blob).collected()
            let error = try await failure(of: blobs.data(of: blob, range: 5..<9))
            #expect(error.azureStorage?.code == .invalidRange)
            #expect(error.status == .rangeNotSatisfiable)
        }
    }

    @Test func conditionalUploadKeepsExistingBlob() async throws {
        try await StorageFixture.withContainer(transfers: Self.small) { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            for count in [10, 3_000] {
                _ = try await blobs.upload(HTTPBody("there"), to: blob).collected()
                let content = HTTPBody(sampleBytes(count))
                try await expectFailure(
                    atEndOf: blobs.upload(content, to: blob, conditions: .isNew), .blobAlreadyExists)
                #expect(try await blobs.data(of: blob).firstValue() == Data("there".utf8))
            }
        }
    }

    @Test func rejectsInvalidTransferOptions() async throws {
        try await StorageFixture.run { fixture in
            for options in [TransferOptions(chunkSize: 0), TransferOptions(maxConcurrent: 0)] {
                let blobs = fixture.blobs(transfers: options)
                let blob = BlobPath(fixture.name, "a")
                let up = try await failure(atEndOf: blobs.upload(HTTPBody("1"), to: blob))
                let down = try await failure(of: blobs.data(of: blob))
                #expect(up.underlying is TransferError && down.underlying is TransferError)
            }
        }
    }
}

import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct CloudPageBlobTests {
    private static func pages(_ count: Int, _ value: UInt8 = 1) -> HTTPBody {
        HTTPBody([UInt8](repeating: value, count: 512 * count))
    }

    @Test func writesClearsAndListsPages() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "disk")
            let created = try await blobs.createPageBlob(blob, size: 4_096, metadata: ["a": "1"]).firstValue()
            #expect(try await blobs.pageRanges(of: blob).collected().isEmpty)
            let md5 = ContentChecksum.md5(of: [UInt8](repeating: 1, count: 1_024))
            let written = try await blobs.putPages(Self.pages(2), at: 512, of: blob, checksum: md5).firstValue()
            #expect(written.eTag != created.eTag)
            _ = try await blobs.putPages(Self.pages(1, 2), at: 3_584, of: blob).firstValue()
            _ = try await blobs.clearPages(1_024..<1_536, of: blob).firstValue()
            for size in [nil, 1] {
                let ranges = try await blobs.pageRanges(of: blob, pageSize: size).collected()
                #expect(ranges == [512..<1_024, 3_584..<4_096])
            }
            #expect(try await blobs.pageRanges(of: blob, in: 0..<1_024).collected() == [512..<1_024])
            let content = try await blobs.data(of: blob).firstValue()
            #expect(content.count == 4_096)
            #expect(content[600] == 1 && content[1_100] == 0 && content[4_000] == 2 && content[0] == 0)
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.blobType == .page && details.metadata == ["a": "1"])
        }
    }

    @Test func honorsConditions() async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "a")
            try await expectFailure(of: blobs.putPages(Self.pages(1), at: 0, of: blob), .blobNotFound)
            _ = try await blobs.createPageBlob(blob, size: 512, conditions: .isNew).firstValue()
            try await expectFailure(of: blobs.createPageBlob(blob, size: 512, conditions: .isNew), .blobAlreadyExists)
            for write in [
                blobs.putPages(Self.pages(1), at: 512, of: blob), blobs.clearPages(0..<1_024, of: blob),
            ] {
                let outside = try await failure(of: write)
                #expect(outside.azureStorage?.code == .invalidPageRange && outside.status == .rangeNotSatisfiable)
            }
            let stale = AccessConditions.matches(ETag(rawValue: "0x1"))
            for write in [
                blobs.putPages(Self.pages(1), at: 0, of: blob, conditions: stale),
                blobs.clearPages(0..<512, of: blob, conditions: stale),
            ] {
                try await expectFailure(of: write, .conditionNotMet)
            }
            try await expectFailure(of: blobs.pageRanges(of: blob, conditions: stale), .conditionNotMet)
            _ = try await blobs.put(HTTPBody("1"), to: blob).firstValue()
            try await expectFailure(of: blobs.pageRanges(of: blob), .invalidBlobType)
        }
    }

    @Test func rejectsInvalidArgumentsBeforeSending() async throws {
        let blobs = BlobClient(.emulator)
        let blob = BlobPath("a", "b")
        let errors = [
            try await failure(of: blobs.createPageBlob(blob, size: 511)),
            try await failure(of: blobs.createPageBlob(blob, size: -512)),
            try await failure(of: blobs.createPageBlob(blob, size: 8 << 40 + 512)),
            try await failure(of: blobs.putPages(Self.pages(1), at: 1, of: blob)),
            try await failure(of: blobs.putPages(Self.pages(1), at: -512, of: blob)),
            try await failure(of: blobs.putPages(Self.pages(1), at: .max - 511, of: blob)),
            try await failure(of: blobs.putPages(HTTPBody("1"), at: 0, of: blob)),
            try await failure(of: blobs.putPages(HTTPBody(""), at: 0, of: blob)),
            try await failure(of: blobs.putPages(Self.pages(8_193), at: 0, of: blob)),
            try await failure(of: blobs.clearPages(0..<1, of: blob)),
            try await failure(of: blobs.clearPages(512..<512, of: blob)),
            try await failure(of: blobs.pageRanges(of: blob, in: 3..<3)),
            try await failure(of: blobs.pageRanges(of: blob, pageSize: 10_001)),
        ]
        for error in errors { #expect(error.stage == .request && error.attempts == 0) }
        #expect(errors[0].reason.contains("size must be a multiple of 512 between 0 and 8796093022208, got 511"))
        #expect(errors[3].reason.contains("pages must start and end at multiples of 512 bytes, got 1..<513"))
    }
}

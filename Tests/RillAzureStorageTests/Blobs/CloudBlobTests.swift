import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct CloudBlobTests {
    @Test(arguments: [
        "a.txt", "日本 語+&.txt", "2026/11/a=b?c#d%41.txt", "two//slashes/", "ünï/'quoted' (1)!*.txt", "~-_.",
    ])
    func writesReadsAndDeletesBlobsOfAnyName(_ name: String) async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, name)
            let body = HTTPBody("hello", contentType: "text/plain; charset=utf-8")
            let version = try await blobs.put(body, to: blob, metadata: ["note": "two   spaces"]).firstValue()
            #expect(version.eTag != nil)
            #expect(try await blobs.data(of: blob).firstValue() == Data("hello".utf8))
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.contentLength == 5)
            #expect(details.properties.headers.contentType == "text/plain; charset=utf-8")
            #expect(details.properties.blobType == .block)
            #expect(details.properties.eTag == version.eTag)
            #expect(details.metadata == ["note": "two spaces"])
            #expect(try await blobs.blobs(in: fixture.name).collected().map(\.name) == [name])
            try await blobs.delete(blob).firstValue()
            try await expectFailure(of: blobs.data(of: blob), .blobNotFound)
            try await expectFailure(of: blobs.delete(blob), .blobNotFound)
        }
    }

    @Test func rejectsNamesWithDotComponents() async throws {
        try await StorageFixture.run { fixture in
            for name in ["", "..", "a/../b", "./a"] {
                let error = try await failure(of: fixture.blobs().details(of: BlobPath(fixture.name, name)))
                #expect(error.stage == .request)
                #expect(error.attempts == 0)
            }
        }
    }

    @Test func listsBlobsInOrderWithPrefixes() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let names = ["2025/a", "2026/a & b <c>.txt", "2026/b", "2026/sub/c", "readme", "zz  z"]
            for name in names { _ = try await blobs.put(HTTPBody(name), to: BlobPath(fixture.name, name)).firstValue() }
            for size in [nil, 1, 2] {
                let all = try await blobs.blobs(in: fixture.name, pageSize: size).collected()
                #expect(all.map(\.name) == names)
            }
            let level = try await blobs.blobs(in: fixture.name, delimiter: "/", pageSize: 1).collected()
            #expect(level.map(\.name) == ["2025/", "2026/", "readme", "zz  z"])
            guard case .prefix("2025/") = level.first else {
                Issue.record("\(level)")
                return
            }
            let folder = try await blobs.blobs(in: fixture.name, prefix: "2026/", delimiter: "/").collected()
            #expect(folder.map(\.name) == ["2026/a & b <c>.txt", "2026/b", "2026/sub/"])
            guard case .blob(let item) = try #require(folder.first) else {
                Issue.record("\(folder)")
                return
            }
            #expect(item.properties.contentLength == 18)
            #expect(item.properties.eTag?.rawValue.hasPrefix("\"0x") == true)
            #expect(item.properties.headers.contentEncoding == nil)
            let taken = try await blobs.blobs(in: fixture.name, pageSize: 2).take(3).collected()
            #expect(taken.count == 3)
            #expect(try await blobs.blobs(in: fixture.name, prefix: "none").collected().isEmpty)
        }
    }

    @Test func listsIncludeRequestedData() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            _ = try await blobs.put(HTTPBody("1"), to: blob, metadata: ["colour": "red"]).firstValue()
            let pending = BlobPath(fixture.name, "b")
            try await blobs.putBlock(HTTPBody("1"), id: "AAAA", of: pending).firstValue()
            let bare = try await blobs.blobs(in: fixture.name).collected()
            #expect(bare.map(\.name) == ["a"])
            let full = try await blobs.blobs(in: fixture.name, includes: [.metadata, .uncommitted]).collected()
            #expect(full.map(\.name) == ["a", "b"])
            guard case .blob(let item) = try #require(full.first) else {
                Issue.record("\(full)")
                return
            }
            #expect(item.metadata == ["colour": "red"])
        }
    }

    @Test func replacesMetadataAndHeaders() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            _ = try await blobs.put(HTTPBody("1"), to: blob, metadata: ["a": "1", "b": "2"]).firstValue()
            _ = try await blobs.setMetadata(["B": "3"], of: blob).firstValue()
            let metadata = try await blobs.metadata(of: blob).firstValue()
            #expect(Dictionary(uniqueKeysWithValues: metadata.map { ($0.lowercased(), $1) }) == ["b": "3"])
            let headers = BlobHeaders(
                contentType: "text/csv", contentEncoding: "identity", contentLanguage: "ja",
                contentDisposition: "attachment; filename=\"a  b.csv\"", cacheControl: "max-age=60")
            _ = try await blobs.setHeaders(headers, of: blob).firstValue()
            let details = try await blobs.details(of: blob).firstValue()
            #expect(details.properties.headers.contentType == "text/csv")
            #expect(details.properties.headers.contentLanguage == "ja")
            #expect(details.properties.headers.contentDisposition == "attachment; filename=\"a  b.csv\"")
            #expect(details.properties.headers.cacheControl == "max-age=60")
            let disposition = BlobHeaders(contentDisposition: "attachment; filename=\"日本.csv\"")
            let error = await #expect(throws: APIError.self) {
                try await blobs.setHeaders(disposition, of: blob).firstValue()
            }
            #expect(
                error?.reason
                    == "invalid request: x-ms-blob-content-disposition must consist of printable ASCII characters. "
                    + "Percent-encode other characters")
        }
    }

    @Test func honorsConditions() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            let first = try await blobs.put(HTTPBody("1"), to: blob, conditions: .isNew).firstValue()
            try await expectFailure(of: blobs.put(HTTPBody("2"), to: blob, conditions: .isNew), .blobAlreadyExists)
            let tag = try #require(first.eTag)
            let second = try await blobs.put(HTTPBody("2"), to: blob, conditions: .matches(tag)).firstValue()
            let stale = try await failure(of: blobs.put(HTTPBody("3"), to: blob, conditions: .matches(tag)))
            #expect(stale.azureStorage?.code == .conditionNotMet)
            #expect(stale.status == .preconditionFailed)
            let newest = AccessConditions(notMatching: second.eTag)
            #expect(try await failure(of: blobs.data(of: blob, conditions: newest)).status == .notModified)
            #expect(
                try await failure(of: blobs.details(of: blob, conditions: .matches(tag))).status == .preconditionFailed)
            let future = AccessConditions(modifiedSince: Date(timeIntervalSinceNow: 86_400))
            #expect(try await failure(of: blobs.delete(blob, conditions: future)).status == .preconditionFailed)
            let past = AccessConditions(unmodifiedSince: Date(timeIntervalSinceNow: -86_400))
            #expect(try await failure(of: blobs.delete(blob, conditions: past)).status == .preconditionFailed)
            try await blobs.delete(blob, snapshots: .include, conditions: .exists).firstValue()
        }
    }

    @Test func copiesBlob() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let source = BlobPath(fixture.name, "日本/a b.txt")
            _ = try await blobs.put(HTTPBody("hello"), to: source, metadata: ["a": "1"]).firstValue()
            let target = BlobPath(fixture.name, "copy")
            let copy = try await blobs.copy(from: blobs.url(of: source), to: target).firstValue()
            #expect(copy.id != nil)
            #expect(copy.status == .success)
            #expect(try await blobs.data(of: target).firstValue() == Data("hello".utf8))
            let details = try await blobs.details(of: target).firstValue()
            #expect(details.metadata == ["a": "1"])
            #expect(details.properties.copyStatus == .success)
            let missing = blobs.url(of: BlobPath(fixture.name, "missing"))
            #expect(try await failure(of: blobs.copy(from: missing, to: target)).status == .notFound)
        }
    }

    @Test func commitsBlocksInListOrder() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, "a")
            for (id, text) in [("AAAA", "one "), ("AAAB", "two "), ("AAAC", "three ")] {
                try await blobs.putBlock(HTTPBody(text), id: id, of: blob).firstValue()
            }
            let before = try await blobs.blockList(of: blob).firstValue()
            #expect(before.committed.isEmpty)
            #expect(Set(before.uncommitted.map(\.id)) == ["AAAA", "AAAB", "AAAC"])
            _ = try await blobs.putBlockList(
                ["AAAC", "AAAA"], of: blob, headers: BlobHeaders(contentType: "text/plain"), metadata: ["n": "2"]
            ).firstValue()
            #expect(try await blobs.data(of: blob).firstValue() == Data("three one ".utf8))
            let after = try await blobs.blockList(of: blob).firstValue()
            #expect(after.committed.map(\.id) == ["AAAC", "AAAA"])
            #expect(after.committed.map(\.size) == [6, 4])
            #expect(after.uncommitted.isEmpty)
            try await expectFailure(of: blobs.putBlockList(["AAAD"], of: blob), .invalidBlockList)
            let wrong = Data(repeating: 1, count: 16)
            try await expectFailure(
                of: blobs.putBlock(HTTPBody("x"), id: "AAAE", of: blob, checksum: .md5(wrong)), .md5Mismatch)
        }
    }
}

import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests lists of blobs of the sample server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureListingTests {
    private static let names = ["2026/a b.txt", "2026/b.txt", "2026/c/d.txt", "2027/e.txt", "B", "a&b", "日本/語"]

    private func withBlobs(_ body: (SampleAzure) async throws -> Void) async throws {
        try await SampleAzure.withContainer { sample in
            for name in Self.names.shuffled() {
                let path = name.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
                #expect(try await sample.put(path, name, ["x-ms-meta-size": "\(name.count)"]).status == 201)
            }
            try await body(sample)
        }
    }

    private func list(_ sample: SampleAzure, _ query: String = "") async throws -> SampleAzure.Response {
        try await sample.sendSigned(.blob, .get, "/con?restype=container&comp=list\(query)")
    }

    /// Returns the names of the blobs and prefixes in document order.
    ///
    /// Prefixes are marked by `*`.
    private func entries(_ response: SampleAzure.Response) -> [String] {
        response.text.matches(of: #/<(Blob|BlobPrefix)><Name>([^<]*)</#).map { match in
            "\(match.2)\(match.1 == "Blob" ? "" : "*")".replacing("&amp;", with: "&")
        }
    }

    @Test func listsInByteOrder() async throws {
        try await withBlobs { sample in
            let response = try await list(sample)
            #expect(response.status == 200)
            #expect(entries(response) == Self.names)
            #expect(response.text.contains("ContainerName=\"con\""))
            #expect(response.text.contains("<NextMarker />"))
            #expect(response.first("Etag")?.hasPrefix("0x") == true)
            #expect(response.texts("Content-Length")[0] == "12")
            #expect(response.first("BlobType") == "BlockBlob")
            #expect(!response.text.contains("<Metadata>"))
            let described = try await list(sample, "&include=metadata,copy")
            #expect(described.texts("size") == Self.names.map { "\($0.count)" })
        }
    }

    @Test(arguments: [
        ("&prefix=2026/", ["2026/a b.txt", "2026/b.txt", "2026/c/d.txt"]),
        ("&prefix=2026/a%20", ["2026/a b.txt"]), ("&prefix=%E6%97%A5", ["日本/語"]), ("&prefix=none", []),
        ("&delimiter=/", ["2026/*", "2027/*", "B", "a&b", "日本/*"]),
        ("&delimiter=/&prefix=2026/", ["2026/a b.txt", "2026/b.txt", "2026/c/*"]),
        ("&delimiter=.txt", ["2026/a b.txt*", "2026/b.txt*", "2026/c/d.txt*", "2027/e.txt*", "B", "a&b", "日本/語"]),
        ("&delimiter=/&prefix=202", ["2026/*", "2027/*"]),
    ])
    func appliesPrefixAndDelimiter(_ query: String, _ expected: [String]) async throws {
        try await withBlobs { sample async throws in
            #expect(entries(try await list(sample, query)) == expected)
        }
    }

    @Test(arguments: [
        ("", 1), ("", 2), ("", 3), ("", 7), ("&delimiter=/", 1), ("&delimiter=/", 2), ("&prefix=2026/", 2),
        ("&delimiter=/&prefix=2026/", 1),
    ])
    func pagesEqualWholeList(_ query: String, _ size: Int) async throws {
        try await withBlobs { sample in
            let whole = entries(try await list(sample, query))
            var found: [String] = []
            var marker: String? = ""
            while let current = marker {
                let page = try await list(
                    sample, "\(query)&maxresults=\(size)&marker=\(PercentEncoding.encode(current))")
                let entries = entries(page)
                found += entries
                marker = page.first("NextMarker")
                #expect(marker == nil ? !entries.isEmpty && entries.count <= size : entries.count == size)
                #expect(page.first("Marker") == (current.isEmpty ? nil : current))
            }
            #expect(found == whole)
        }
    }

    @Test func continuesAtMarkerOfDeletedBlob() async throws {
        try await withBlobs { sample in
            let first = try await list(sample, "&maxresults=1")
            let marker = try #require(first.first("NextMarker"))
            #expect(try await sample.sendSigned(.blob, .delete, "/con/2026/b.txt").status == 202)
            let rest = try await list(sample, "&marker=\(PercentEncoding.encode(marker))")
            #expect(entries(rest) == Array(Self.names.dropFirst(2)))
        }
    }

    @Test func encodesNamesNotAllowedInXML() async throws {
        try await SampleAzure.withContainer { sample in
            #expect(try await sample.put("a%07%20%25/b", "").status == 201)
            let response = try await list(sample)
            #expect(response.text.contains("<Blob><Name Encoded=\"true\">a%07%20%25%2Fb</Name>"))
            let grouped = try await list(sample, "&delimiter=/")
            #expect(grouped.text.contains("<BlobPrefix><Name Encoded=\"true\">a%07%20%25%2F</Name></BlobPrefix>"))
        }
    }

    @Test func includesUncommittedBlobsOnRequest() async throws {
        try await SampleAzure.withContainer { sample in
            try await expectOutcomes(
                (sample.put("b", "blob"), "201"),
                (sample.sendSigned(.blob, .put, "/con/a?comp=block&blockid=AAAA", text: "block"), "201"))
            #expect(entries(try await list(sample)) == ["b"])
            let all = try await list(sample, "&include=uncommittedblobs")
            #expect(entries(all) == ["a", "b"])
            #expect(all.texts("Content-Length") == ["0", "4"])
        }
    }

    @Test func missingContainerReturnsError() async throws {
        try await SampleAzure.with { sample async throws in
            #expect(try await list(sample).code == "ContainerNotFound")
        }
    }
}

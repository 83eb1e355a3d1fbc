import Foundation
import RillHTTP
import SampleServices
import Testing

/// How the sample lists the blobs of a container.
@Suite(.timeLimit(.minutes(2))) struct SampleAzureListingTests {
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

    private func list(_ sample: SampleAzure, _ query: String = "") async throws -> SampleAzure.Answer {
        try await sample.ask(.blob, .get, "/con?restype=container&comp=list\(query)")
    }

    /// The names of blobs and prefixes, these with a star, as they stand.
    private func entries(_ answer: SampleAzure.Answer) -> [String] {
        answer.text.matches(of: #/<(Blob|BlobPrefix)><Name>([^<]*)</#).map { match in
            "\(match.2)\(match.1 == "Blob" ? "" : "*")".replacing("&amp;", with: "&")
        }
    }

    @Test func isInTheOrderOfTheBytes() async throws {
        try await withBlobs { sample in
            let answer = try await list(sample)
            #expect(answer.status == 200)
            #expect(entries(answer) == Self.names)
            #expect(answer.text.contains("ContainerName=\"con\""))
            #expect(answer.text.contains("<NextMarker />"))
            #expect(answer.first("Etag")?.hasPrefix("0x") == true)
            #expect(answer.texts("Content-Length")[0] == "12")
            #expect(answer.first("BlobType") == "BlockBlob")
            #expect(!answer.text.contains("<Metadata>"))
            let described = try await list(sample, "&include=metadata,snapshots")
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
    func isOfWhatIsAskedFor(_ query: String, _ expected: [String]) async throws {
        try await withBlobs { sample async throws in
            #expect(entries(try await list(sample, query)) == expected)
        }
    }

    @Test(arguments: [
        ("", 1), ("", 2), ("", 3), ("", 7), ("&delimiter=/", 1), ("&delimiter=/", 2), ("&prefix=2026/", 2),
        ("&delimiter=/&prefix=2026/", 1),
    ])
    func isTheSameInPages(_ query: String, _ size: Int) async throws {
        try await withBlobs { sample in
            let whole = entries(try await list(sample, query))
            var found: [String] = []
            var marker: String? = ""
            while let present = marker {
                let page = try await list(
                    sample, "\(query)&maxresults=\(size)&marker=\(PercentEncoding.encode(present))")
                let entries = entries(page)
                found += entries
                marker = page.first("NextMarker")
                #expect(marker == nil ? !entries.isEmpty && entries.count <= size : entries.count == size)
                #expect(page.first("Marker") == (present.isEmpty ? nil : present))
            }
            #expect(found == whole)
        }
    }

    @Test func goesOnWhereItsMarkerSaysIfThatBlobHasGone() async throws {
        try await withBlobs { sample in
            let first = try await list(sample, "&maxresults=1")
            let marker = try #require(first.first("NextMarker"))
            #expect(try await sample.ask(.blob, .delete, "/con/2026/b.txt").status == 202)
            let rest = try await list(sample, "&marker=\(PercentEncoding.encode(marker))")
            #expect(entries(rest) == Array(Self.names.dropFirst(2)))
        }
    }

    @Test func encodesNamesThatHaveNoFormInXML() async throws {
        try await SampleAzure.withContainer { sample in
            #expect(try await sample.put("a%07%20%25/b", "").status == 201)
            let answer = try await list(sample)
            #expect(answer.text.contains("<Blob><Name Encoded=\"true\">a%07%20%25%2Fb</Name>"))
            let grouped = try await list(sample, "&delimiter=/")
            #expect(grouped.text.contains("<BlobPrefix><Name Encoded=\"true\">a%07%20%25%2F</Name></BlobPrefix>"))
        }
    }

    @Test func tellsOfBlocksIfItIsAsked() async throws {
        try await SampleAzure.withContainer { sample in
            #expect(try await sample.put("b", "blob").status == 201)
            #expect(try await sample.ask(.blob, .put, "/con/a?comp=block&blockid=AAAA", text: "block").status == 201)
            #expect(entries(try await list(sample)) == ["b"])
            let all = try await list(sample, "&include=uncommittedblobs")
            #expect(entries(all) == ["a", "b"])
            #expect(all.texts("Content-Length") == ["0", "4"])
        }
    }

    @Test func knowsNoOtherContainer() async throws {
        try await SampleAzure.with { sample async throws in
            #expect(try await list(sample).code == "ContainerNotFound")
        }
    }
}

import Rill
import RillGitHub
import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the search syntax of the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleSearchTests {
    /// Returns up to 100 search results.
    private func search(
        _ text: String, sort: RepositorySort? = nil, order: SortDirection? = nil
    ) async throws -> [Repository] {
        try await withSample { _, client in
            try await client.searchRepositories(text, sort: sort, order: order, perPage: 100).firstValue().items
        }
    }

    @Test(arguments: ["language:swift", "language:Swift", "LANGUAGE:SWIFT parser"])
    func filtersByLanguage(text: String) async throws {
        let results = try await search(text)
        #expect(!results.isEmpty)
        #expect(results.allSatisfy { $0.language == "Swift" })
    }

    @Test func matchesSpecialCharactersAndQuotes() async throws {
        #expect(try await search("language:c++").allSatisfy { $0.language == "C++" })
        #expect(try await search("language:\"Objective-C\"").allSatisfy { $0.language == "Objective-C" })
        #expect(try await search("C++").map(\.name) == ["C-plus-plus_notes"])
        #expect(try await search("小さな").map(\.name) == ["小川"])
    }

    @Test func filtersByOwnerTopicAndName() async throws {
        #expect(try await search("user:delta-works").allSatisfy { $0.owner?.login == "delta-works" })
        let topical = try await search("topic:reactive")
        #expect(topical.count > 10)
        #expect(topical.allSatisfy { $0.topics?.contains("reactive") == true })
        #expect(try await search("repo:rill-octo/rill").map(\.fullName) == ["rill-octo/rill"])
        let both = try await search("quick reader")
        #expect(both.map(\.name).contains("quick-reader"))
    }

    @Test(arguments: [
        ("stars:>1000", 1_001...Int.max), ("stars:>=1000", 1_000...Int.max), ("stars:<10", 0...9),
        ("stars:<=10", 0...10),
        ("stars:10..20", 10...20), ("stars:500..*", 500...Int.max), ("stars:*..5", 0...5), ("stars:12", 12...12),
    ])
    func filtersByStars(text: String, range: ClosedRange<Int>) async throws {
        let results = try await search(text)
        #expect(!results.isEmpty)
        #expect(results.allSatisfy { range.contains($0.stargazersCount ?? -1) })
    }

    @Test(arguments: ["stars:>x", "stars:", "stars:a..b", "nothing:here", "-stars:>=0"])
    func returnsNothingForInvalidQualifiers(text: String) async throws {
        #expect(try await search(text).isEmpty)
    }

    @Test func excludesForksByDefault() async throws {
        #expect(try await search("parser").allSatisfy { !$0.isFork })
        #expect(try await search("fork:only").allSatisfy { $0.isFork })
        #expect(try await search("engine fork:true").count > search("engine").count)
        #expect(try await search("engine -language:swift").allSatisfy { $0.language != "Swift" })
    }

    @Test func sortsInBothDirections() async throws {
        let down = try await search("parser", sort: .stars).map(\.stargazersCount)
        #expect(down.compactMap { $0 } == down.compactMap { $0 }.sorted(by: >))
        let up = try await search("parser", sort: .stars, order: .ascending).map(\.stargazersCount)
        #expect(up == down.reversed())
        let updated = try await search("parser", sort: .updated).compactMap(\.updatedAt)
        #expect(updated == updated.sorted(by: >))
        let forks = try await search("parser", sort: .forks).compactMap(\.forksCount)
        #expect(forks == forks.sorted(by: >))
    }

    @Test func ranksNameMatchesFirst() async throws {
        let results = try await search("games parser")
        #expect(results.allSatisfy { $0.name.contains("parser") })
        let mixed = try await search("stream").map { $0.name.contains("stream") }
        #expect(mixed == mixed.filter { $0 } + mixed.filter { !$0 })
    }

    @Test func rejectsQueriesOver256Characters() async throws {
        try await withSample { _, client in
            let error = try await failure(of: client.searchRepositories(String(repeating: "x", count: 257)))
            #expect(error.status == 422)
            #expect(error.github?.errors.first?.message?.contains("256") == true)
            // Qualifiers do not count.
            let text = String(repeating: "x", count: 256) + " language:swift"
            #expect(try await client.searchRepositories(text).firstValue().totalCount == 0)
        }
    }
}

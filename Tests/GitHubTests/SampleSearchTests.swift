import GitHub
import Rill
import RillHTTP
import SampleServices
import ServiceTestSupport
import Testing

/// What the sample makes of the text of a search.
@Suite(.timeLimit(.minutes(2))) struct SampleSearchTests {
    /// What a search finds, all of it up to a hundred.
    private func find(
        _ text: String, sort: RepositorySort? = nil, order: SortDirection? = nil
    ) async throws -> [Repository] {
        try await withSample { _, client in
            try await client.searchRepositories(text, sort: sort, order: order, perPage: 100).firstValue().items
        }
    }

    @Test(arguments: ["language:swift", "language:Swift", "LANGUAGE:SWIFT parser"])
    func knowsLanguages(text: String) async throws {
        let found = try await find(text)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.language == "Swift" })
    }

    @Test func knowsLanguagesWithSignsAndQuotes() async throws {
        #expect(try await find("language:c++").allSatisfy { $0.language == "C++" })
        #expect(try await find("language:\"Objective-C\"").allSatisfy { $0.language == "Objective-C" })
        #expect(try await find("C++").map(\.name) == ["C-plus-plus_notes"])
        #expect(try await find("小さな").map(\.name) == ["小川"])
    }

    @Test func knowsOwnersTopicsAndNames() async throws {
        #expect(try await find("user:delta-works").allSatisfy { $0.owner?.login == "delta-works" })
        let topical = try await find("topic:reactive")
        #expect(topical.count > 10)
        #expect(topical.allSatisfy { $0.topics?.contains("reactive") == true })
        #expect(try await find("repo:rill-octo/rill").map(\.fullName) == ["rill-octo/rill"])
        let both = try await find("quick reader")
        #expect(both.map(\.name).contains("quick-reader"))
    }

    @Test(arguments: [
        ("stars:>1000", 1_001...Int.max), ("stars:>=1000", 1_000...Int.max), ("stars:<10", 0...9),
        ("stars:<=10", 0...10),
        ("stars:10..20", 10...20), ("stars:500..*", 500...Int.max), ("stars:*..5", 0...5), ("stars:12", 12...12),
    ])
    func knowsNumbers(text: String, range: ClosedRange<Int>) async throws {
        let found = try await find(text)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { range.contains($0.stargazersCount ?? -1) })
    }

    @Test(arguments: ["stars:>x", "stars:", "stars:a..b", "nothing:here", "-stars:>=0"])
    func findsNothingWhereNothingFits(text: String) async throws {
        #expect(try await find(text).isEmpty)
    }

    @Test func leavesOutForksUnlessTheyAreAskedFor() async throws {
        #expect(try await find("parser").allSatisfy { !$0.isFork })
        #expect(try await find("fork:only").allSatisfy { $0.isFork })
        #expect(try await find("engine fork:true").count > find("engine").count)
        #expect(try await find("engine -language:swift").allSatisfy { $0.language != "Swift" })
    }

    @Test func sortsBothWays() async throws {
        let down = try await find("parser", sort: .stars).map(\.stargazersCount)
        #expect(down.compactMap { $0 } == down.compactMap { $0 }.sorted(by: >))
        let up = try await find("parser", sort: .stars, order: .ascending).map(\.stargazersCount)
        #expect(up == down.reversed())
        let updated = try await find("parser", sort: .updated).compactMap(\.updatedAt)
        #expect(updated == updated.sorted(by: >))
        let forks = try await find("parser", sort: .forks).compactMap(\.forksCount)
        #expect(forks == forks.sorted(by: >))
    }

    @Test func putsThoseFirstThatAreCalledSo() async throws {
        let found = try await find("games parser")
        #expect(found.allSatisfy { $0.name.contains("parser") })
        let mixed = try await find("stream").map { $0.name.contains("stream") }
        #expect(mixed == mixed.filter { $0 } + mixed.filter { !$0 })
    }

    @Test func wantsNoMoreThan256Characters() async throws {
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

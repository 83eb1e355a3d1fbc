import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the client over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleQiitaTests {
    private func withSample<Result>(
        _ options: SampleQiita.Options = .init(), _ body: (SampleQiita, QiitaClient) async throws -> Result
    ) async throws -> Result {
        let sample = try SampleQiita(options: options)
        defer { sample.stop() }
        return try await body(sample, QiitaClient(baseURL: sample.baseURL, timeout: .seconds(60)))
    }

    @Test func returnsEachTagOnce() async throws {
        try await withSample { sample, client in
            let tags = try await client.allTags().collected()
            #expect(tags.count >= 250)
            #expect(Set(tags.map(\.id)).count == tags.count)
            #expect(sample.server.requests.count == (tags.count + 99) / 100)
            #expect(try await client.tagPages().firstValue().totalCount == tags.count)
            #expect(tags.contains { $0.iconURL == nil })
            #expect(tags.contains { $0.iconURL != nil })
        }
    }

    @Test func returnsSameTagsFromEachServer() async throws {
        let first = try await withSample { _, client in try await client.tags(perPage: 100).firstValue() }
        let second = try await withSample { _, client in try await client.tags(perPage: 100).firstValue() }
        #expect(first == second)
    }

    @Test func sortsByCountAndByName() async throws {
        try await withSample { _, client in
            let newest = try await client.allTags().collected()
            let counted = try await client.allTags(sort: .count).collected()
            let named = try await client.allTags(sort: .name).collected()
            #expect(zip(counted, counted.dropFirst()).allSatisfy { $0.itemsCount >= $1.itemsCount })
            #expect(zip(named, named.dropFirst()).allSatisfy { $0.id < $1.id })
            #expect(Set(newest) == Set(counted) && Set(newest) == Set(named))
            #expect(newest != counted && newest != named)
        }
    }

    @Test(arguments: ["C++", "C#", ".NET", "Node.js", "TCP/IP", "初心者", "日本語 タグ", "絵文字😀", "Visual Basic 6.0"])
    func getsTagWithSpecialCharacters(id: String) async throws {
        try await withSample { _, client in
            let tag = try await client.tag(id: id).firstValue()
            #expect(tag.id == id)
            #expect(try await client.allTags().first { $0.id == id }.firstValue() == tag)
        }
    }

    @Test func returnsQiitaErrors() async throws {
        try await withSample { sample, client in
            let missing = try await failure(of: client.tag(id: "no such tag"))
            #expect(missing.status == .notFound)
            #expect(missing.qiita?.type == .notFound)
            let sorted = try await failure(of: client.tags(sort: TagSort(rawValue: "size")))
            #expect(sorted.status == .badRequest)
            #expect(sorted.qiita?.type == .badRequest)
            let stranger = QiitaClient(token: "unknown", baseURL: sample.baseURL)
            let refused = try await failure(of: stranger.tags())
            #expect(refused.status == .unauthorized)
            #expect(refused.qiita?.type == .unauthorized)
        }
    }

    @Test func requestsPagesOnDemand() async throws {
        try await withSample { sample, client in
            var count = 0
            for try await _ in client.allTags(perPage: 30).values {
                // Only the page with this tag, and the pages before it, were requested.
                #expect(sample.server.requests.count == count / 30 + 1)
                count += 1
            }
            #expect(count >= 250)
        }
    }

    @Test func enforcesRateLimitUntilReset() async throws {
        let clock = ManualDate(secondsSince1970: 1_000)
        var options = SampleQiita.Options()
        options.anonymousLimit = 2
        options.tokenLimit = 3
        options.now = { clock.now }
        try await withSample(options) { sample, client in
            let first = try await client.tagPages().firstValue()
            #expect(
                first.rateLimit == QiitaRateLimit(limit: 2, remaining: 1, reset: Date(timeIntervalSince1970: 4_600)))
            clock.advance(by: 3_599)
            #expect(try await client.tagPages().firstValue().rateLimit?.remaining == 0)
            let error = try await failure(of: client.tags())
            #expect(error.status == .forbidden)
            #expect(error.qiita?.isRateLimited == true)
            #expect(error.qiita?.rateLimit?.reset == Date(timeIntervalSince1970: 4_600))
            let known = QiitaClient(token: "sample-token", baseURL: sample.baseURL)
            #expect(try await known.tagPages().firstValue().rateLimit?.remaining == 2)
            clock.advance(by: 1)
            #expect(try await client.tagPages().firstValue().rateLimit?.remaining == 1)
        }
    }
}

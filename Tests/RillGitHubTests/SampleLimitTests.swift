import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests the rate limits of the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleLimitTests {
    private func options(_ clock: ManualDate, _ change: (inout SampleGitHub.Options) -> Void = { _ in })
        -> SampleGitHub.Options
    {
        var options = SampleGitHub.Options()
        options.now = { clock.now }
        change(&options)
        return options
    }

    @Test(arguments: [(nil, 10), ("sample-token", 30)] as [(String?, Int)])
    func limitsSearchesPerMinute(token: String?, limit: Int) async throws {
        let clock = ManualDate()
        let reset = clock.now.addingTimeInterval(60)
        try await withSample(options(clock), token: token) { _, client in
            for number in 1...limit {
                let page = try await client.searchUsers("octo").firstValue()
                let expected = GitHubRateLimit(
                    limit: limit, remaining: limit - number, used: number, reset: reset, resource: "search")
                #expect(page.rateLimit == expected)
            }
            clock.advance(by: 59)
            let error = try await failure(of: client.searchUsers("octo"))
            #expect(error.status == .forbidden)
            #expect(error.github?.exceededLimit == .primary)
            #expect(error.github?.rateLimit?.remaining == 0)
            #expect(error.github?.retryAfter == .seconds(1))
            // Other requests have their own limit.
            #expect(try await client.user("rill-octo").firstValue().login == "rill-octo")
            clock.advance(by: 1)
            #expect(try await client.searchUsers("octo").firstValue().rateLimit?.remaining == limit - 1)
        }
    }

    @Test func limitsRequestsPerHour() async throws {
        let clock = ManualDate()
        let options = options(clock) { $0.anonymousLimit = 2 }
        try await withSample(options) { sample, client in
            #expect(try await client.rateLimit().firstValue().core?.remaining == 2)
            _ = try await client.user("rill-octo").firstValue()
            #expect(try await failure(of: client.user("nobody")).github?.rateLimit?.remaining == 0)
            clock.advance(by: 3_599)
            let error = try await failure(of: client.user("rill-octo"))
            #expect(error.github?.exceededLimit == .primary)
            #expect(error.github?.rateLimit?.resource == "core")
            // Requests for the rate limits do not count against the limits.
            let limits = try await client.rateLimit().firstValue()
            #expect(limits.core?.remaining == 0)
            #expect(limits.core?.used == 2)
            #expect(limits.search?.remaining == 10)
            let known = GitHubClient(token: "sample-token", baseURL: sample.baseURL)
            #expect(try await known.rateLimit().firstValue().core?.limit == 5_000)
            clock.advance(by: 1)
            #expect(try await client.user("rill-octo").firstValue().login == "rill-octo")
        }
    }

    @Test func enforcesSecondaryLimit() async throws {
        let clock = ManualDate()
        try await withSample(options(clock) { $0.secondaryLimit = 2 }) { _, client in
            _ = try await client.user("rill-octo").firstValue()
            _ = try await client.searchUsers("octo").firstValue()
            let error = try await failure(of: client.searchUsers("octo"))
            #expect(error.status == .forbidden)
            #expect(error.github?.exceededLimit == .secondary)
            #expect(error.github?.retryAfter == .seconds(60))
            #expect(error.github?.rateLimit?.remaining == 9)
            clock.advance(by: 60)
            _ = try await client.searchUsers("octo").firstValue()
        }
    }

    @Test(arguments: [60, nil] as [Int?])
    func acceptsRequestsAfterWaiting(retryAfter: Int?) async throws {
        let clock = ManualDate()
        let options = options(clock) {
            $0.anonymousSearchLimit = 2
            $0.secondaryLimit = 3
            $0.secondaryRetryAfter = retryAfter
        }
        let waits = Log<Duration>()
        // Time passes only on the sample server's clock: each wait advances it.
        let waiting = RateLimitWaiting(scheduler: ImmediateScheduler.shared) { decision in
            guard case .retry(let delay) = decision.action else { return }
            waits.append(delay)
            clock.advance(by: Int(delay / .seconds(1)))
        }
        try await withSample(options, middleware: [waiting]) { sample, client in
            for _ in 0..<3 { _ = try await client.searchUsers("octo").firstValue() }
            #expect(waits.entries == [.seconds(60)])
            _ = try await client.user("rill-octo").firstValue()
            _ = try await client.user("rill-octo").firstValue()
            _ = try await client.user("rill-octo").firstValue()
            #expect(waits.entries == [.seconds(60), .seconds(60)])
            #expect(sample.server.requests.count == 8)
        }
    }

    @Test func doesNotCountNotModifiedResponses() async throws {
        let clock = ManualDate()
        // The server declares its responses fresh for 60 seconds.
        let age = TestScheduler()
        let cache = ResponseCache(freshnessClock: age)
        let transport = makeDefaultTransport().caching(in: cache)
        try await withSample(options(clock), token: "sample-token", transport: transport) { sample, client in
            let first = try await client.searchRepositories("rill").firstValue()
            age.advance(by: .seconds(60))
            let second = try await client.searchRepositories("rill").firstValue()
            age.advance(by: .seconds(60))
            let third = try await client.searchRepositories("rill").firstValue()
            #expect(first == second && second == third)
            #expect(third.rateLimit?.remaining == 29)
            #expect(sample.server.requests.map { $0.fields.contains(.ifNoneMatch) } == [false, true, true])
            let repository = try await client.repository(owner: "rill-octo", name: "rill").firstValue()
            age.advance(by: .seconds(60))
            #expect(try await client.repository(owner: "rill-octo", name: "rill").firstValue() == repository)
            #expect(try await client.rateLimit().firstValue().core?.remaining == 4_999)
        }
        // Without a token, responses with status 304 count against the limit.
        let other = makeDefaultTransport().caching(in: ResponseCache(freshnessClock: age))
        try await withSample(options(clock), transport: other) { _, client in
            for remaining in [9, 8, 7] {
                age.advance(by: .seconds(60))
                let page = try await client.searchRepositories("rill").firstValue()
                #expect(page.rateLimit?.remaining == remaining)
            }
        }
    }
}

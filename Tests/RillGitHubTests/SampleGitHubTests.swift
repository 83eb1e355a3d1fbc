import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the client over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleGitHubTests {
    @Test func searchesRepositories() async throws {
        try await withSample { _, client in
            let page = try await client.searchRepositories("parser").firstValue()
            #expect(page.totalCount == page.items.count)
            #expect(page.items.count > 20)
            #expect(page.items.allSatisfy { $0.name.contains("parser") || $0.description?.contains("parser") == true })
            #expect(page.items.allSatisfy { $0.score != nil && $0.owner != nil })
            #expect(page.items.contains { $0.license == nil } && page.items.contains { $0.license != nil })
            #expect(page.rateLimit?.resource == "search")
        }
    }

    @Test func returnsSameResultsFromEachServer() async throws {
        func read(_ sample: SampleGitHub, _ client: GitHubClient) async throws -> [String] {
            try await client.searchRepositories("stars:>1000", sort: .stars, perPage: 100).firstValue().items
                .map { "\($0.fullName) \($0.stargazersCount ?? 0) \($0.pushedAt?.timeIntervalSince1970 ?? 0)" }
        }
        let first = try await withSample { try await read($0, $1) }
        let second = try await withSample { try await read($0, $1) }
        #expect(!first.isEmpty)
        #expect(first == second)
    }

    @Test func searchesUsersAndIssues() async throws {
        try await withSample { _, client in
            let organizations = try await client.searchUsers("type:org", sort: .repositories).firstValue()
            #expect(organizations.totalCount == 12)
            #expect(organizations.items.allSatisfy { $0.kind == .organization })
            let issues = try await client.searchIssues("is:issue is:open crash", sort: .created, perPage: 100)
                .firstValue()
            #expect(!issues.items.isEmpty)
            #expect(issues.items.allSatisfy { $0.state == .open && !$0.isPullRequest && $0.title.contains("Crash") })
            let dates = issues.items.compactMap(\.createdAt)
            #expect(dates == dates.sorted(by: >))
            let requests = try await client.searchIssues("is:pr", perPage: 5).firstValue()
            #expect(requests.items.count == 5)
            #expect(requests.items.allSatisfy { $0.isPullRequest })
        }
    }

    @Test func returnsRepositoryByFormerName() async throws {
        try await withSample { sample, client in
            let present = try await client.repository(owner: "rill-octo", name: "rill").firstValue()
            #expect(present.fullName == SampleGitHub.presentName)
            #expect(present.subscribersCount != nil)
            let former = try await client.repository(owner: "rill-octo", name: "creek").firstValue()
            #expect(former == present)
            #expect(sample.server.requests.map(\.path).suffix(2) == ["/repos/rill-octo/creek", "/repositories/4001"])
            let unicode = try await client.repository(owner: "rill-octo", name: "小川").firstValue()
            #expect(unicode.name == "小川")
        }
    }

    @Test func returnsUserAndRepositories() async throws {
        try await withSample { _, client in
            let user = try await client.user("delta-works").firstValue()
            #expect(user.kind == .organization)
            let repositories = try await client.allRepositories(ofUser: "delta-works", perPage: 10).collected()
            #expect(repositories.count == user.publicRepositories)
            #expect(repositories.allSatisfy { $0.owner?.login == "delta-works" && $0.score == nil })
            let names = repositories.map(\.fullName)
            #expect(names == names.sorted())
            let newest = try await client.repositories(ofUser: "delta-works", sort: .created, perPage: 3).firstValue()
            let dates = repositories.compactMap(\.createdAt).sorted(by: >)
            #expect(newest.compactMap(\.createdAt) == Array(dates.prefix(3)))
        }
    }

    @Test func authenticatedUserSeesPrivateRepositories() async throws {
        try await withSample(token: "sample-token") { sample, client in
            let owner = try await client.authenticatedUser().firstValue()
            #expect(owner.user.login == SampleGitHub.login)
            #expect(owner.ownedPrivateRepositories == 2)
            let own = try await client.allAuthenticatedRepositories(perPage: 2).collected()
            #expect(own.count == 5)
            #expect(own.filter(\.isPrivate).map(\.name) == ["diary", "drafts"])
            #expect(try await client.authenticatedRepositories(perPage: 3).firstValue().count == 3)
            #expect(try await client.repository(owner: "rill-octo", name: "diary").firstValue().isPrivate)
            #expect(try await client.searchRepositories("user:rill-octo is:private").firstValue().totalCount == 2)
            let stranger = GitHubClient(baseURL: sample.baseURL)
            #expect(try await failure(of: stranger.repository(owner: "rill-octo", name: "diary")).status == .notFound)
            #expect(try await stranger.searchRepositories("user:rill-octo").firstValue().totalCount == 3)
            #expect(try await stranger.allRepositories(ofUser: "rill-octo").collected().count == 3)
        }
    }

    @Test func returnsGitHubErrors() async throws {
        try await withSample { sample, client in
            let missing = try await failure(of: client.repository(owner: "rill-octo", name: "nothing"))
            #expect(missing.status == .notFound)
            #expect(missing.github?.message == "Not Found")
            #expect(missing.github?.requestID?.hasPrefix("RILL:") == true)
            #expect(try await failure(of: client.user("nobody")).status == .notFound)
            #expect(try await failure(of: client.repositories(ofUser: "nobody")).status == .notFound)

            let anonymous = try await failure(of: client.authenticatedUser())
            #expect(anonymous.status == .unauthorized)
            #expect(anonymous.github?.message == "Requires authentication")
            #expect(try await failure(of: client.authenticatedRepositories()).status == .unauthorized)
            let stranger = GitHubClient(token: "unknown", baseURL: sample.baseURL)
            #expect(try await failure(of: stranger.user("rill-octo")).github?.message == "Bad credentials")

            let empty = try await failure(of: client.searchRepositories(""))
            #expect(empty.github?.errors.map(\.description) == ["Search.q: missing"])
            let unknown = try await failure(of: client.searchRepositories("user:nobody"))
            #expect(unknown.github?.errors.first?.code == "invalid")
            #expect(unknown.github?.errors.first?.message != nil)
            let old = GitHubClient(baseURL: sample.baseURL, version: "2000-01-01")
            let version = try await failure(of: old.rateLimit())
            #expect(version.status == .badRequest)
            #expect(version.github?.errors.first?.message?.contains("2000-01-01") == true)
        }
    }

    @Test func searchStopsAfterThousandResults() async throws {
        try await withSample(token: "sample-token") { sample, client in
            let pages = try await client.repositoryPages(matching: "stars:>=0 fork:true").collected()
            #expect(pages.count == 10)
            #expect(pages.flatMap(\.value.items).count == 1_000)
            #expect(sample.server.requests.count == 10)
            #expect(pages.allSatisfy { $0.value.totalCount > 1_200 })
            #expect(Set(pages.flatMap(\.value.items).map(\.id)).count == 1_000)
            let beyond = PageCursor("/search/repositories?q=stars:>=0&per_page=100&page=11")
            let error = try await failure(of: client.repositoryPages(matching: "stars:>=0", from: beyond))
            #expect(error.status == 422)
            #expect(error.isBeyondSearchResultLimit)
            let own = try await failure(of: client.searchRepositories("stars:>=0", page: 11, perPage: 100))
            #expect(own.isBeyondSearchResultLimit)
            #expect(own.status == nil)
            #expect(sample.server.requests.count == 11)
        }
    }

    @Test func requestsPagesOnDemand() async throws {
        try await withSample { sample, client in
            var count = 0
            for try await _ in client.allRepositories(matching: "language:swift", perPage: 30).take(100).values {
                // Only the page with this repository, and the pages before it, were requested.
                #expect(sample.server.requests.count == count / 30 + 1)
                count += 1
            }
            #expect(count == 100)
        }
    }

    @Test func returnsAllPagesOfUsersAndIssues() async throws {
        try await withSample(token: "sample-token") { sample, client in
            let users = try await client.allUsers(matching: "repos:>=0", perPage: 10).collected()
            #expect(users.count == 37)
            #expect(Set(users.map(\.login)).count == 37)
            let issues = try await client.allIssues(matching: "label:bug", perPage: 50).collected()
            #expect(try await client.searchIssues("label:bug").firstValue().totalCount == issues.count)
            #expect(issues.allSatisfy { $0.labels?.map(\.name) == ["bug"] })
        }
    }

    @Test func searchesAsUserTypes() async throws {
        try await withSample { sample, client in
            let results = try await client.searchRepositories(
                matching: .from(["", "r", "ri", "rill "]), debounce: .zero,
                scheduler: SerialDispatchQueueScheduler(label: "typing")
            ).collected()
            #expect(results.last?.text == "rill")
            #expect(results.last?.page?.items.map(\.fullName).contains(SampleGitHub.presentName) == true)
            #expect(results.allSatisfy { $0.error == nil })
            // The requests of canceled searches may arrive later.
            #expect(sample.server.requests.contains { $0.queryItem("q") == "rill" })
        }
    }
}

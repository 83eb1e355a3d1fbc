import Foundation
import GitHub
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// A server that the environment names: `GITHUB_BASE_URL`, and for more requests `GITHUB_TOKEN`.
private enum LiveGitHub {
    static let baseURL = variable("GITHUB_BASE_URL")

    static func makeClient(token: String? = variable("GITHUB_TOKEN"), version: APIVersion = .november2022)
        -> GitHubClient
    {
        GitHubClient(
            token: token, baseURL: baseURL ?? "", middleware: [ResponseCache()], version: version,
            userAgent: "Rill-tests", timeout: .seconds(60))
    }

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The client against GitHub itself, or what stands in for it: nothing is changed there, and nothing is taken for granted of
/// what is there.
@Suite(
    .enabled(if: LiveGitHub.baseURL != nil, "GITHUB_BASE_URL names no server"), .serialized, .timeLimit(.minutes(2)))
struct LiveGitHubTests {
    private let client = LiveGitHub.makeClient()

    @Test func readsTheRateLimits() async throws {
        let limits = try await client.rateLimit().firstValue()
        let core = try #require(limits.core)
        let search = try #require(limits.search)
        for limit in [core, search] {
            #expect((limit.limit ?? 0) > 0)
            #expect((limit.remaining ?? -1) >= 0)
            #expect(limit.reset != nil)
        }
    }

    @Test func findsIssues() async throws {
        let page = try await client.searchIssues("is:issue", perPage: 5).firstValue()
        #expect(page.items.count <= 5)
        #expect(page.totalCount >= page.items.count)
        #expect(page.items.allSatisfy { !$0.isPullRequest })
        #expect(page.rateLimit?.resource == "search")
    }

    @Test func readsTwoPagesOfIssues() async throws {
        let pages = try await client.issuePages(matching: "is:issue", perPage: 2).take(2).collected()
        let first = try #require(pages.first)
        guard first.value.totalCount > 2 else { return }
        #expect(pages.count == 2)
        #expect(first.value.items.count == 2)
        #expect(first.next != nil)
        #expect(pages.last?.value.items.isEmpty == false)
    }

    @Test(.enabled(if: LiveGitHub.hasToken, "GITHUB_TOKEN holds no token"))
    func readsTheRepositoriesOfTheTokensOwner() async throws {
        let pages = try await client.authenticatedRepositoryPages(perPage: 1).take(2).collected()
        let first = try #require(pages.first)
        guard let repository = first.value.items.first, let owner = repository.owner else { return }
        let same = try await client.repository(owner: owner.login, name: repository.name).firstValue()
        #expect(same.fullName == repository.fullName)
    }

    @Test func knowsThatNothingIsThere() async throws {
        let error = try await failure(of: client.repository(owner: "rill-nobody", name: "rill-nothing"))
        #expect(error.status == .notFound)
        #expect(error.github?.message == "Not Found")
        #expect(error.github?.isRateLimited == false)
        #expect(error.github?.requestID != nil)
    }

    @Test func knowsThatASearchLacksItsText() async throws {
        let error = try await failure(of: client.searchIssues(""))
        #expect(error.status == 422)
        #expect(error.github?.errors.first?.field == "q")
    }

    @Test func knowsTheBoundOfASearch() async throws {
        let cursor = try #require(LiveGitHub.cursor("/search/issues?q=is:issue&per_page=100&page=11"))
        let error = try await failure(of: client.issuePages(matching: "is:issue", from: cursor))
        #expect(error.status == 422)
        #expect(error.isBeyondSearchResultLimit)
    }

    @Test func knowsAVersionThatIsNone() async throws {
        let error = try await failure(of: LiveGitHub.makeClient(version: "2000-01-01").rateLimit())
        #expect(error.status == .badRequest)
        #expect(error.github?.errors.isEmpty == false)
    }

    @Test func knowsATokenThatIsNone() async throws {
        let error = try await failure(of: LiveGitHub.makeClient(token: "rill-no-token").rateLimit())
        #expect(error.status == .unauthorized)
        #expect(error.github?.message == "Bad credentials")
    }
}

/// Apart from the others, as servers that stand in for GitHub may lack this search.
@Suite(
    .enabled("GITHUB_BASE_URL names no server, or one that has no search for repositories") {
        await LiveGitHub.searchesRepositories()
    },
    .serialized, .timeLimit(.minutes(2)))
struct LiveRepositorySearchTests {
    private let client = LiveGitHub.makeClient()

    @Test func findsRepositories() async throws {
        let page = try await client.searchRepositories("language:swift", sort: .stars, perPage: 5).firstValue()
        #expect(page.items.count <= 5)
        #expect(page.totalCount >= page.items.count)
        #expect(page.rateLimit?.resource == "search")
    }

    @Test func readsTwoPagesOfRepositories() async throws {
        let pages = try await client.repositoryPages(matching: "language:swift", perPage: 2).take(2).collected()
        let first = try #require(pages.first)
        guard first.value.totalCount > 2 else { return }
        #expect(pages.count == 2)
        #expect(first.next != nil)
    }
}

extension LiveGitHub {
    static var hasToken: Bool { variable("GITHUB_TOKEN") != nil }

    /// Whether there is a server, and it knows the search for repositories.
    static func searchesRepositories() async -> Bool {
        guard baseURL != nil else { return false }
        do {
            _ = try await makeClient().searchRepositories("language:swift", perPage: 1).firstValue()
            return true
        } catch {
            return (error as? APIError)?.status != .notFound
        }
    }

    /// A cursor is a path from the root of the server, and so below that of the base address.
    static func cursor(_ path: String) -> PageCursor? {
        PageCursor((baseURL.flatMap { URL(string: $0)?.path(percentEncoded: true) } ?? "") + path)
    }
}

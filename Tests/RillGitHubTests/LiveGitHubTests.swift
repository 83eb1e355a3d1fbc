import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillMiddleware
import RillServiceTestSupport
import Testing

/// The server in the environment variable `GITHUB_BASE_URL`, with the optional token in `GITHUB_TOKEN`.
private enum LiveGitHub {
    static let baseURL = variable("GITHUB_BASE_URL")

    static func makeClient(token: String? = variable("GITHUB_TOKEN"), version: APIVersion = .november2022)
        -> GitHubClient
    {
        GitHubClient(
            token: token, baseURL: baseURL ?? "",
            transport: makeDefaultTransport().caching(in: ResponseCache()), version: version,
            userAgent: "Rill-tests", timeout: .seconds(60))
    }

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Tests against GitHub itself or a compatible server.
///
/// They read data only, and make no assumptions about the server's content.
@Suite(
    .enabled(if: LiveGitHub.baseURL != nil, "GITHUB_BASE_URL is not set"), .serialized, .timeLimit(.minutes(10)))
struct LiveGitHubTests {
    private let client = LiveGitHub.makeClient()

    @Test func returnsRateLimits() async throws {
        let limits = try await client.rateLimit().firstValue()
        let core = try #require(limits.core)
        let search = try #require(limits.search)
        for limit in [core, search] {
            #expect((limit.limit ?? 0) > 0)
            #expect((limit.remaining ?? -1) >= 0)
            #expect(limit.reset != nil)
        }
    }

    @Test func searchesIssues() async throws {
        let page = try await client.searchIssues("is:issue", perPage: 5).firstValue()
        #expect(page.items.count <= 5)
        #expect(page.totalCount >= page.items.count)
        #expect(page.items.allSatisfy { !$0.isPullRequest })
        #expect(page.rateLimit?.resource == "search")
    }

    @Test func returnsTwoPagesOfIssues() async throws {
        let pages = try await client.issuePages(matching: "is:issue", perPage: 2).take(2).collected()
        let first = try #require(pages.first)
        guard first.value.totalCount > 2 else { return }
        #expect(pages.count == 2)
        #expect(first.value.items.count == 2)
        #expect(first.next != nil)
        #expect(pages.last?.value.items.isEmpty == false)
    }

    @Test(.enabled(if: LiveGitHub.hasToken, "GITHUB_TOKEN is not set"))
    func returnsAuthenticatedUsersRepositories() async throws {
        let pages = try await client.authenticatedRepositoryPages(perPage: 1).take(2).collected()
        let first = try #require(pages.first)
        guard let repository = first.value.items.first, let owner = repository.owner else { return }
        let same = try await client.repository(owner: owner.login, name: repository.name).firstValue()
        #expect(same.fullName == repository.fullName)
    }

    @Test func failsWith404ForMissingRepository() async throws {
        let error = try await failure(of: client.repository(owner: "rill-nobody", name: "rill-nothing"))
        #expect(error.status == .notFound)
        #expect(error.github?.message == "Not Found")
        #expect(error.github?.isRateLimited == false)
        #expect(error.github?.requestID != nil)
    }

    @Test func failsWith422ForEmptySearch() async throws {
        let error = try await failure(of: client.searchIssues(""))
        #expect(error.status == 422)
        #expect(error.github?.errors.first?.field == "q")
    }

    @Test func failsWith422BeyondSearchResultLimit() async throws {
        let cursor = try #require(LiveGitHub.cursor("/search/issues?q=is:issue&per_page=100&page=11"))
        let error = try await failure(of: client.issuePages(matching: "is:issue", from: cursor))
        #expect(error.status == 422)
        #expect(error.isBeyondSearchResultLimit)
    }

    @Test func failsWith400ForUnknownVersion() async throws {
        let error = try await failure(of: LiveGitHub.makeClient(version: "2000-01-01").rateLimit())
        #expect(error.status == .badRequest)
        #expect(error.github?.errors.isEmpty == false)
    }

    @Test func failsWith401ForInvalidToken() async throws {
        let error = try await failure(of: LiveGitHub.makeClient(token: "rill-no-token").rateLimit())
        #expect(error.status == .unauthorized)
        #expect(error.github?.message == "Bad credentials")
    }
}

/// A separate suite, because compatible servers may not support repository search.
@Suite(
    .enabled("GITHUB_BASE_URL is not set, or the server does not support repository search") {
        await LiveGitHub.supportsRepositorySearch()
    },
    .serialized, .timeLimit(.minutes(10)))
struct LiveRepositorySearchTests {
    private let client = LiveGitHub.makeClient()

    @Test func searchesRepositories() async throws {
        let page = try await client.searchRepositories("language:swift", sort: .stars, perPage: 5).firstValue()
        #expect(page.items.count <= 5)
        #expect(page.totalCount >= page.items.count)
        #expect(page.rateLimit?.resource == "search")
    }

    @Test func returnsTwoPagesOfRepositories() async throws {
        let pages = try await client.repositoryPages(matching: "language:swift", perPage: 2).take(2).collected()
        let first = try #require(pages.first)
        guard first.value.totalCount > 2 else { return }
        #expect(pages.count == 2)
        #expect(first.next != nil)
    }
}

extension LiveGitHub {
    static var hasToken: Bool { variable("GITHUB_TOKEN") != nil }

    /// Returns whether a server is configured and supports repository search.
    static func supportsRepositorySearch() async -> Bool {
        guard baseURL != nil else { return false }
        do {
            _ = try await makeClient().searchRepositories("language:swift", perPage: 1).firstValue()
            return true
        } catch {
            return (error as? APIError)?.status != .notFound
        }
    }

    /// Returns a cursor for a path relative to the base URL.
    ///
    /// The path of a cursor is relative to the server's root.
    static func cursor(_ path: String) -> PageCursor? {
        PageCursor((baseURL.flatMap { URL(string: $0)?.path(percentEncoded: true) } ?? "") + path)
    }
}

import Rill
import RillGitHub
import RillHTTP

/// The samples on the page "GitHub".
private enum GitHubPageSamples {
    static func overview(token: String, typed: Observable<String>) -> [any Sendable] {
        let client = GitHubClient(token: token, middleware: [ResponseCache(), RateLimitWaiting()])
        let first = client.searchRepositories("reactive language:swift", sort: .stars).map(\.items)
        let swift = client.allRepositories(matching: "topic:rx stars:>100").take(250)
        let renamed = client.repository(owner: "octo", name: "former-name")
        let results = client.searchRepositories(matching: typed, scheduler: MainScheduler.shared)
        let list = results.compactMap { $0.page?.items }
        let left = client.rateLimit().map { $0.search?.remaining ?? 0 }
        let waits = first.catch(as: GitHubError.self) { error in
            error.isRateLimited ? .just([]) : .error(error)
        }
        return [first, swift, renamed, list, left, waits]
    }

    static func pages(_ client: GitHubClient, from saved: PageCursor?, keep: (PageCursor?) -> Void) async throws {
        for try await page in client.repositoryPages(matching: "topic:rx", from: saved).values {
            print(page.value.totalCount, page.value.rateLimit?.remaining ?? 0)
            keep(page.next)
        }
    }

    static func typing(_ client: GitHubClient, typed: Observable<String>) -> Observable<String> {
        let shown = client.searchRepositories(matching: typed, debounce: .milliseconds(250)).map { search in
            switch search.result {
            case .success(let page): "\(page.totalCount) for \(search.text)"
            case .failure(let error): error.github?.isRateLimited == true ? "Waiting for the rate limit" : "\(error)"
            }
        }
        return shown
    }
}

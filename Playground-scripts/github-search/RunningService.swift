import RillGitHub
import RillSampleServices
import RillScript

/// The client and its server.
struct RunningService: Sendable {
    let server: SelectedServer
    private let client: GitHubClient

    /// Creates the client, and starts the sample server if it is selected.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        server = try service.selectServer {
            var options = SampleGitHub.Options()
            // The sample server accepts any token of the user.
            if let token = service.token { options.tokens[token] = SampleGitHub.login }
            let sample = try SampleGitHub(options: options)
            return (sample.baseURL, sample.stop)
        }
        client = GitHubClient(
            token: service.token, baseURL: server.baseURL, middleware: arguments.waits ? [Self.waiting] : [],
            userAgent: "github-search (Rill)", timeout: service.timeout)
    }

    /// Waits when the rate limit is exhausted, and prints the waiting time.
    private static let waiting = RateLimitWaiting { decision in
        guard case .retry(let wait) = decision.action else { return }
        Output.note("rate limit exhausted: retrying in \(wait.clockText)")
    }

    /// Returns one page of search results.
    func page(_ number: Int, _ arguments: Arguments) -> Observable<SearchPage<Repository>> {
        client.searchRepositories(
            arguments.text, sort: arguments.sort, order: arguments.order, page: number,
            perPage: arguments.perPage ?? 20)
    }

    /// Returns all pages, requesting each page after the previous page has been received.
    func pages(_ arguments: Arguments) -> Observable<SearchPage<Repository>> {
        client.repositoryPages(
            matching: arguments.text, sort: arguments.sort, order: arguments.order, perPage: arguments.perPage ?? 100
        ).map(\.value)
    }

    /// Returns the search results for the latest query, as the user types.
    func results(for texts: Observable<String>, _ arguments: Arguments) -> Observable<SearchResult<Repository>> {
        client.searchRepositories(
            matching: texts, sort: arguments.sort, order: arguments.order, perPage: arguments.perPage ?? 20,
            scheduler: SerialDispatchQueueScheduler(label: "github-search"))
    }
}

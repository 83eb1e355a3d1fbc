import RillGitHub
import Rill
import RillHTTP
import RillSampleServices
import RillScriptSupport

/// The service that is asked, and how to ask it.
struct RunningService: Sendable {
    private let client: GitHubClient
    private let sample: SampleGitHub?

    /// Starts the sample, if that is what should be asked.
    init(_ arguments: Arguments) throws {
        let service = arguments.service
        var started: SampleGitHub?
        let baseURL = try service.begin {
            var options = SampleGitHub.Options()
            // Whatever token the user has: the sample knows it.
            if let token = service.token { options.tokens[token] = SampleGitHub.login }
            let sample = try SampleGitHub(options: options)
            started = sample
            return sample.baseURL
        }
        sample = started
        client = GitHubClient(
            token: service.token, baseURL: baseURL, middleware: arguments.waits ? [Self.waiting] : [],
            userAgent: "github-search (Rill)", timeout: service.timeout)
    }

    /// Waits while the rate limit is used up, and tells for how long.
    private static let waiting = RateLimitWaiting(onDecision: { decision in
        guard case .retry(let wait) = decision.action else { return }
        Output.note("the rate limit is used up: waiting for \(wait.clockText)")
    })

    /// One page of what is found.
    func page(_ number: Int, _ arguments: Arguments) -> Observable<SearchPage<Repository>> {
        client.searchRepositories(
            arguments.text, sort: arguments.sort, order: arguments.order, page: number,
            perPage: arguments.perPage ?? 20)
    }

    /// All pages, each requested when the one before has arrived.
    func pages(_ arguments: Arguments) -> Observable<SearchPage<Repository>> {
        client.repositoryPages(
            matching: arguments.text, sort: arguments.sort, order: arguments.order, perPage: arguments.perPage ?? 100
        ).map(\.value)
    }

    /// What is found for the latest of the texts that somebody types.
    func answers(to texts: Observable<String>, _ arguments: Arguments) -> Observable<SearchResult<Repository>> {
        client.searchRepositories(
            matching: texts, sort: arguments.sort, order: arguments.order, perPage: arguments.perPage ?? 20,
            scheduler: SerialDispatchQueueScheduler(label: "github-search"))
    }

    func stop() {
        sample?.stop()
    }
}

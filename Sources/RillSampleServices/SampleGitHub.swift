public import Foundation
public import RillHTTPTesting

/// A sample server for GitHub's REST API with searches, repositories, users, and rate limits, on a free loopback port.
///
///     let github = try SampleGitHub()
///     defer { github.stop() }
///     // … GET \(github.baseURL)/search/repositories?q=parser+language:swift …
///
/// The server contains more than 1,200 repositories of about forty accounts, with issues and pull requests. The data is
/// the same on every run. Searches support words and qualifiers such as `language:`, `user:`, `stars:>100`, and
/// `topic:`, and return at most 1,000 results. Paging, errors, entity tags, and rate limits behave as on GitHub. Only
/// `/user` and `/user/repos` require a token. Requests with an unknown token or without a `User-Agent` are rejected.
///
/// The account ``login`` has two private repositories, and one renamed repository: requests for `rill-octo/creek` are
/// redirected to ``presentName``.
///
/// - SeeAlso: <https://docs.github.com/rest>, read 2026-11-21.
public final class SampleGitHub: SampleServer {
    /// The account of the default token.
    public static let login = "rill-octo"

    /// The current name of the renamed repository.
    public static let presentName = "rill-octo/rill"

    /// The tokens, rate limits, and clock of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The accounts of the accepted tokens, by token.
        public var tokens = ["sample-token": SampleGitHub.login]

        /// The maximum number of requests per hour without a token, excluding searches.
        public var anonymousLimit = 60

        /// The maximum number of requests per hour for each token, excluding searches.
        public var tokenLimit = 5_000

        /// The maximum number of searches per minute without a token; with a token, it is 30.
        public var anonymousSearchLimit = 10

        /// The secondary rate limit: the maximum number of requests per minute for each token, and for all requests
        /// without a token.
        ///
        /// Defaults to `nil`, which means no secondary limit.
        public var secondaryLimit: Int?

        /// The `Retry-After` value of responses to requests over the secondary limit, in seconds, or `nil` to omit the
        /// header field.
        public var secondaryRetryAfter: Int? = 60

        /// The closure that returns the current date for the rate limits and the `Date` header field.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: GitHub's primary rate limits and the system clock.
        public init() {}
    }

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample server.
    ///
    /// - Parameter options: The tokens, rate limits, and clock.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: GitHubService(options: options).response)
    }
}

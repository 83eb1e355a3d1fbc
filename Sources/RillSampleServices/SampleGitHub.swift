public import Foundation
public import RillHTTPTesting

/// A local copy of GitHub's REST API, as far as searches, repositories, users and rate limits go, on a free loopback port.
///
///     let github = try SampleGitHub()
///     defer { github.stop() }
///     // … GET \(github.baseURL)/search/repositories?q=parser+language:swift …
///
/// It has more than 1,200 repositories of some forty accounts, with issues and pull requests, which are the same each time.
/// A search understands words, `language:`, `user:`, `stars:>100`, `topic:` and other qualifiers, and gives out the first
/// 1,000 results. Pages, errors, entity tags and rate limits are GitHub's. Reading needs no token but for `/user`; a token
/// that it does not know is refused, and so is a request without a `User-Agent`.
///
/// The account ``login`` has a few repositories that only its own token sees, and one that was renamed: `GET` of
/// ``formerName`` leads to ``presentName``.
///
/// - SeeAlso: <https://docs.github.com/rest>, read 2026-11-21.
public final class SampleGitHub: Sendable {
    /// The account that the token of the default options belongs to.
    public static let login = "rill-octo"

    /// What a repository of that account was called before.
    public static let formerName = "rill-octo/creek"

    /// What the same repository is called now.
    public static let presentName = "rill-octo/rill"

    /// What a sample allows, and what time it is there.
    public struct Options: Sendable {
        /// The port; 0, the default, takes a free one.
        public var port: UInt16 = 0

        /// The tokens it accepts, and the account that each belongs to.
        public var tokens = ["sample-token": SampleGitHub.login]

        /// How many requests it answers in an hour without a token, searches apart.
        public var anonymousLimit = 60

        /// How many requests it answers in an hour for each token, searches apart.
        public var tokenLimit = 5_000

        /// How many searches it answers in a minute without a token.
        public var anonymousSearchLimit = 10

        /// How many searches it answers in a minute for each token.
        public var tokenSearchLimit = 30

        /// How many requests of any kind it answers in a minute for each token, and without one, before it tells of its
        /// secondary limit; nil for any number.
        public var secondaryLimit: Int?

        /// What is sent as `Retry-After` with the refusal for the secondary limit, in seconds; nil to send none.
        public var secondaryRetryAfter: Int? = 60

        /// Tells the time, for the rate limits and the field `Date`.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: GitHub's own limits but for the secondary one, and the machine's clock.
        public init() {}
    }

    /// The server underneath, which knows what it was asked: `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample.
    ///
    /// - Parameter options: The limits, the tokens and the clock.
    /// - Throws: `LoopbackServer.SocketError` if there is no port for it.
    public init(options: Options = Options()) throws {
        let service = GitHubService(options: options)
        var serverOptions = LoopbackServer.Options()
        serverOptions.port = options.port
        server = try LoopbackServer(options: serverOptions) { service.answer($0) }
    }

    /// The address of the API, without a slash at its end.
    public var baseURL: String { server.baseURL }

    /// Stops the server and waits for its threads; does nothing if that is done.
    public func stop() {
        server.stop()
    }
}

public import Foundation
public import RillHTTPTesting

/// A sample server for version 2 of the Qiita API with tags, items, comments, users, stocks, likes, and followings, on a
/// free loopback port.
///
///     let qiita = try SampleQiita()
///     defer { qiita.stop() }
///     // … GET \(qiita.baseURL)/tags?sort=count …
///
/// The server contains more than 250 tags with constant counts, and 130 items of 45 users. It supports paging, the sort
/// orders, searches by title, tag, user, number of stocks (`stocks:>10`), and creation date (`created:>=2026-01-01`), the
/// error format, and the rate limit of Qiita. Searches with other terms fail with status 400. All data is kept in memory.
/// Only requests that change data or that concern the authenticated user require a token. Requests with an unknown token
/// are rejected. OAuth issues and revokes further tokens.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs>, read 2026-11-21.
public final class SampleQiita: SampleServer {
    /// The tokens, rate limits, and clock of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The tokens that are valid without OAuth.
        public var tokens: Set<String> = ["sample-token"]

        /// The secrets of the OAuth applications, by client identifier.
        public var applications = ["sample-application": "sample-secret"]

        /// The registered redirect URL of the applications.
        public var redirectURL = "http://127.0.0.1/callback"

        /// The maximum number of requests per hour without a token.
        public var anonymousLimit = 60

        /// The maximum number of requests per hour for each token.
        public var tokenLimit = 1_000

        /// The closure that returns the current date for the rate limit, and for created and changed data.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options: Qiita's rate limits and the system clock.
        public init() {}
    }

    /// The ID of the user of every access token.
    public static let userID = "rill"

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample server.
    ///
    /// - Parameter options: The tokens, rate limits, and clock.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: QiitaService(options: options).response)
    }

    /// The base URL of the API including `/api/v2`, without a trailing slash.
    public var baseURL: String { server.baseURL + QiitaService.root }
}

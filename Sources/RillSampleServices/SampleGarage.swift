public import Foundation
public import RillHTTPTesting

/// A sample server with the API of Garage's example application: users, posts, and OAuth, on a free loopback port.
///
///     let garage = try SampleGarage()
///     defer { garage.stop() }
///     // … GET \(garage.baseURL)/v1/users with the token "sample-token" …
///
/// Paging, field selection, and errors behave as in the original application. Changes are kept in memory until the
/// server stops. The first five users have 60 posts, and every tenth post is a draft. The tokens in the options belong
/// to the first user. OAuth issues further tokens for the email address of a user (`bob2@example.com`) with any
/// password, for the client credentials of an application, or with an authorization code, which belongs to the first
/// user. A token requested without scopes has the scopes `public`, for reading, and `write_post`, for writing posts.
/// The base URL does not contain the path prefix `v1`.
///
/// - SeeAlso: <https://github.com/cookpad/garage>, <https://github.com/taiki45/garage-example>, read 2026-11-21.
public final class SampleGarage: SampleServer {
    /// The data, tokens, and clock of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The number of users.
        ///
        /// Must be at least 1.
        public var userCount = 45

        /// The tokens that are valid without OAuth.
        ///
        /// They belong to the first user, have the scopes `public` and `write_post`, and do not expire.
        public var tokens: Set<String> = ["sample-token"]

        /// The secrets of the OAuth applications, by client ID.
        public var applications = ["sample-application": "sample-secret"]

        /// The lifetime of OAuth tokens, in seconds.
        public var tokenLifetime = 7_200

        /// Whether OAuth responses include a refresh token, which can be used once.
        public var issuesRefreshTokens = false

        /// Whether lists omit their length.
        ///
        /// If `true`, lists include `next` links up to their 1,000th element, even if it does not exist.
        public var hidesTotals = false

        /// The closure that returns the current date for the tokens.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options, with the system clock.
        public init() {}
    }

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample server.
    ///
    /// - Parameter options: The data, tokens, and clock.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: GarageService(options: options).response)
    }
}

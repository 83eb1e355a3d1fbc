public import Foundation
public import RillHTTPTesting

/// A local copy of Garage's example application, on a free loopback port: users and posts, and the OAuth in front of them.
///
///     let garage = try SampleGarage()
///     defer { garage.stop() }
///     // … GET \(garage.baseURL)/v1/users with the token "sample-token" …
///
/// It pages, selects fields and refuses as the original does. What is written stays written until it is stopped. The
/// token of the options belongs to the first user; others are had by OAuth, in exchange for the mail address of a user
/// (`bob2@example.com`) and any password, or for the application's own right.
///
/// - SeeAlso: <https://github.com/cookpad/garage>, <https://github.com/taiki45/garage-example>, read 2026-11-21.
public final class SampleGarage: Sendable {
    /// What a sample has and allows, and what time it is there.
    public struct Options: Sendable {
        /// The port; 0, the default, takes a free one.
        public var port: UInt16 = 0

        /// How many users there are, one or more.
        public var userCount = 45

        /// How many posts there are; they belong to the first five users, and every tenth is a draft.
        public var postCount = 60

        /// The tokens that it accepts without OAuth: of the first user, with all scopes, for ever.
        public var tokens: Set<String> = ["sample-token"]

        /// The applications that may ask for tokens, and their secrets.
        public var applications = ["sample-application": "sample-secret"]

        /// The scopes of a token for which none are asked for: `public` to read, `write_post` to write posts.
        public var defaultScopes = ["public", "write_post"]

        /// For how many seconds a token from OAuth is good.
        public var tokenLifetime = 7_200

        /// Whether tokens from OAuth come with a refresh token, which is taken once.
        public var issuesRefreshTokens = false

        /// Whether lists keep quiet about their length, and link on up to their 1,000th element, whether it exists or not.
        public var hidesTotals = false

        /// Tells the time, for the tokens.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options, with the machine's clock.
        public init() {}
    }

    /// The server underneath, which knows what it was asked: `server.requests`.
    public let server: LoopbackServer

    /// Starts the sample.
    ///
    /// - Parameter options: What there is, the tokens and the clock.
    /// - Throws: `LoopbackServer.SocketError` if there is no port for it.
    public init(options: Options = Options()) throws {
        let service = GarageService(options: options)
        var serverOptions = LoopbackServer.Options()
        serverOptions.port = options.port
        server = try LoopbackServer(options: serverOptions) { service.answer($0) }
    }

    /// The address of the server, without the prefix `v1` and without a slash at its end.
    public var baseURL: String { server.baseURL }

    /// Stops the server and waits for its threads; does nothing if that is done.
    public func stop() {
        server.stop()
    }
}

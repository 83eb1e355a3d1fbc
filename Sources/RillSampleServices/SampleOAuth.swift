public import Foundation
public import RillHTTPTesting

/// A sample OAuth 2.0 authorization server, on a free loopback port.
///
///     let server = try SampleOAuth()
///     defer { server.stop() }
///     let oauth = OAuth(try await OAuthServer.discover(server.baseURL).firstValue(), clientID: "sample-program")
///
/// | Request | Response |
/// | --- | --- |
/// | `GET /.well-known/oauth-authorization-server`, `GET /.well-known/openid-configuration` | the endpoints |
/// | `GET /authorize` | a redirect with a code, or a page with links if the server asks the user |
/// | `POST /device_authorization` | a device code |
/// | `GET /device?user_code=…` | a page with links, whose query item `decision` is `approve` or `deny` |
/// | `POST /token` | a token for an authorization code, a device code, client credentials, a refresh token, or a password |
/// | `POST /revoke` | an empty response, or an error if the token belongs to another client |
/// | `GET /userinfo` | the user and the scopes of a valid access token |
///
/// Authorization codes and refresh tokens can be used once. The public client `sample-program` must use PKCE, and device codes are
/// valid for 10 minutes. The base URL is also the issuer identifier. All data is kept in memory.
///
/// - SeeAlso: RFC 6749, RFC 7009, RFC 7636, RFC 8414, and RFC 8628
public final class SampleOAuth: SampleServer {
    /// The clients, lifetimes, and clock of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// The secrets of applications, by client identifier.
        public var secrets = ["sample-application": "sample-secret"]

        /// The passwords of users, by name.
        public var passwords = ["bob": "sample-password"]

        /// Whether the authorization endpoint shows a page with links instead of a redirect.
        public var asksUser = false

        /// The lifetime of access tokens, in seconds.
        public var tokenLifetime = 3_600

        /// The minimum time between the polls for a device code, in seconds.
        public var pollInterval = 5

        /// The closure that returns the current date.
        ///
        /// Defaults to the system clock.
        public var now: @Sendable () -> Date = { Date() }

        /// Creates the default options, with the system clock.
        public init() {}
    }

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    private let service: OAuthService

    /// Starts the sample server.
    ///
    /// - Parameter options: The clients, lifetimes, and clock.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        service = OAuthService(options: options)
        server = try LoopbackServer(port: options.port, handler: service.response)
    }

    /// Returns whether an access token is valid.
    ///
    /// - Parameter accessToken: The access token.
    /// - Returns: `true` if the server has issued the token, and it is neither expired nor revoked.
    public func accepts(_ accessToken: String) -> Bool { service.accepts(accessToken) }
}

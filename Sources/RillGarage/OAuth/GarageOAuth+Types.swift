public import Foundation
public import RillOAuth

/// An access token of a Garage server, with its lifetime and scopes.
public typealias GarageToken = OAuthToken

/// An OAuth 2.0 grant with which a token is requested.
///
/// In a grant with a password, Garage's example application uses the email address as the user name.
public typealias GarageGrant = OAuthGrant

/// An OAuth error response of a Garage server.
public typealias GarageOAuthError = OAuthError

/// Credentials that obtain a token when it is first needed and renew it when it expires.
public typealias GarageCredentials = OAuthCredentials

extension APIError {
    /// The OAuth error response to a token request, or `nil` if the error has another cause or the response contains no
    /// OAuth error.
    ///
    /// Any request of a client that obtains or renews its token automatically can fail with this error.
    public var garageOAuth: GarageOAuthError? { oauth }
}

extension OAuthCredentials {
    /// Creates credentials that request a token when one is first needed.
    ///
    ///     let oauth = GarageOAuth(endpoint: endpoint, clientID: uid, clientSecret: secret)
    ///     let credentials = GarageCredentials(oauth, grant: .password(username: name, password: password))
    ///     let client = GarageClient(endpoint: endpoint, credentials: credentials)
    ///
    /// After a sign-in with a browser, use `OAuthCredentials(_:token:)` or `OAuthCredentials(_:file:)` with
    /// ``GarageOAuth/oauth``.
    ///
    /// - Parameters:
    ///   - oauth: The client for the token endpoints.
    ///   - grant: The grant for the initial token.
    ///   - saved: A token saved by an earlier run. Defaults to `nil`.
    ///   - margin: The remaining lifetime at which a token is renewed. Must not be negative. Capped at half of the
    ///     token's lifetime. Defaults to 30 seconds.
    ///   - scheduler: The scheduler used for the expiration of tokens.
    ///   - onRenewal: A closure that receives each new token, for example to save it. It runs on the thread that
    ///     receives the response and must not block.
    ///   - now: A closure that returns the current date, used for the remaining lifetime of the saved token.
    public init(
        _ oauth: GarageOAuth, grant: GarageGrant, saved: GarageToken? = nil, margin: Duration = .seconds(30),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onRenewal: @escaping @Sendable (GarageToken) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            oauth.oauth, grant: grant, saved: saved, margin: margin, scheduler: scheduler, onRenewal: onRenewal,
            now: now)
    }
}

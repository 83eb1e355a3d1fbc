public import Foundation
public import RillHTTP

/// Credentials that renew a token when it expires, once for all concurrent requests.
///
///     let credentials = OAuthCredentials(oauth, file: OAuthTokenFile(path: path))
///     let client = Client(baseURL: base, middleware: [credentials.authentication(for: base)])
///
/// The token is renewed shortly before it expires and whenever the server responds with 401. A renewal in progress is
/// completed even if all requests waiting for it are canceled, so that a new refresh token is not lost. Several clients can
/// share the credentials.
///
/// With a token file, one process renews the token for all: the others find the new token in the file and use it.
public struct OAuthCredentials: Sendable {
    private let refresher: CredentialRefresher<TimedToken>
    private let now: @Sendable () -> Date
    private let store: OAuthTokenStore?

    /// Creates credentials with a grant that requires no user interaction.
    ///
    /// The token is requested when it is first needed. The renewal uses the refresh token. If there is none or the server
    /// rejects it, the renewal repeats the grant.
    ///
    /// - Parameters:
    ///   - oauth: The client of the authorization server.
    ///   - grant: The grant for the initial token, such as client credentials.
    ///   - saved: A token saved by an earlier run. Defaults to `nil`.
    ///   - margin: The remaining lifetime at which a token is renewed. Must not be negative. Capped at half of the
    ///     token's lifetime. Defaults to 30 seconds.
    ///   - scheduler: The scheduler used for the expiration of tokens.
    ///   - onRenewal: A closure that receives each new token, for example to save it, unless ``replace(with:)`` was called
    ///     during the renewal. It runs on the thread that receives the response and must not block.
    ///   - now: A closure that returns the current date, used for the remaining lifetime of the saved token.
    public init(
        _ oauth: OAuth, grant: OAuthGrant, saved: OAuthToken? = nil, margin: Duration = .seconds(30),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onRenewal: @escaping @Sendable (OAuthToken) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(saved, margin, scheduler, now, onRenewal: onRenewal) { old in
            Self.refreshed(old, by: oauth, { _ in oauth.token(grant) })
                .map { TimedToken(token: $0, lifetime: $0.expiresIn) }
        }
    }

    /// Creates credentials with the token of a signed-in user.
    ///
    /// If the server rejects the refresh token, or there is none, requests fail with an ``OAuthSignInError`` whose reason is
    /// ``OAuthSignInError/Reason-swift.struct/signInRequired``. After a new sign-in, call ``replace(with:)``.
    ///
    /// - Parameters:
    ///   - oauth: The client of the authorization server.
    ///   - token: The token.
    ///   - margin: The remaining lifetime at which a token is renewed. Must not be negative. Capped at half of the
    ///     token's lifetime. Defaults to 30 seconds.
    ///   - scheduler: The scheduler used for the expiration of tokens.
    ///   - onRenewal: A closure that receives each new token, for example to save it, unless ``replace(with:)`` was called
    ///     during the renewal. It runs on the thread that receives the response and must not block.
    ///   - now: A closure that returns the current date, used for the remaining lifetime of the token.
    public init(
        _ oauth: OAuth, token: OAuthToken, margin: Duration = .seconds(30),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onRenewal: @escaping @Sendable (OAuthToken) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(token, margin, scheduler, now, onRenewal: onRenewal) { old in
            Self.refreshed(old, by: oauth, { throw OAuthSignInError.signInRequired($0) })
                .map { TimedToken(token: $0, lifetime: $0.expiresIn) }
        }
    }

    /// Creates credentials with the token in a file.
    ///
    /// The file is read when a request first needs the token, and again before each renewal. If the file contains no token,
    /// or the server rejects its refresh token, requests fail with an ``OAuthSignInError`` whose reason is
    /// ``OAuthSignInError/Reason-swift.struct/signInRequired``. After a new sign-in, save the token in the file: later
    /// requests use it.
    ///
    /// The file is locked only for a renewal. If a new token cannot be stored, requests fail with an
    /// ``OAuthTokenFileError``, and the next request stores the token.
    ///
    /// - Parameters:
    ///   - oauth: The client of the authorization server.
    ///   - file: The file.
    ///   - margin: The remaining lifetime at which a token is renewed. Must not be negative. Capped at half of the
    ///     token's lifetime. Defaults to 30 seconds.
    ///   - scheduler: The scheduler used for the expiration of tokens and for the lock of the file.
    ///   - now: A closure that returns the current date, used for the remaining lifetime of the stored token.
    public init(
        _ oauth: OAuth, file: OAuthTokenFile, margin: Duration = .seconds(30),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let store = OAuthTokenStore(file, scheduler)
        self.init(nil, margin, scheduler, now, store) { old in
            store.token { stored in
                // Another process has renewed the token, or this is the first use.
                stored.accessToken != old?.accessToken && stored.lifetime(at: now()) != .zero
            } renew: { stored in
                Self.refreshed(stored, by: oauth, { throw OAuthSignInError.signInRequired($0) })
            }
            .map { TimedToken(token: $0, lifetime: $0.lifetime(at: now())) }
        }
    }

    private init(
        _ token: OAuthToken?, _ margin: Duration, _ scheduler: any Scheduler, _ now: @escaping @Sendable () -> Date,
        _ store: OAuthTokenStore? = nil, onRenewal: @escaping @Sendable (OAuthToken) -> Void = { _ in },
        renew: @escaping @Sendable (OAuthToken?) -> Observable<TimedToken>
    ) {
        self.now = now
        self.store = store
        let report: @Sendable (TimedToken) -> Void = { onRenewal($0.token) }
        refresher = CredentialRefresher(
            token.map { TimedToken(token: $0, lifetime: $0.lifetime(at: now())) }, lifetime: \.lifetime, margin: margin,
            completesStartedRefresh: true, scheduler: scheduler, onRenewal: report
        ) { renew($0?.token) }
    }

    /// The current token, or `nil` before the first one is obtained.
    public var token: OAuthToken? { refresher.credential?.token }

    /// Returns a valid token, and obtains or renews it first if necessary.
    ///
    /// ## Errors
    /// The errors of the renewal, unless the current token is still valid.
    ///
    /// - Returns: A cold observable that emits one token and then completes.
    public func valid() -> Observable<OAuthToken> { refresher.valid().map(\.token) }

    /// Replaces the current token, for example after another user has signed in.
    ///
    /// The new token is renewed with its own refresh token, or with the original grant. It is also stored in the token
    /// file. If the file cannot be written now, it is written before the next renewal.
    ///
    /// - Parameter token: The new token.
    public func replace(with token: OAuthToken) {
        // A renewal that begins now must find the new token in the store.
        store?.replace(with: token)
        refresher.replace(with: TimedToken(token: token, lifetime: token.lifetime(at: now())))
    }

    /// Returns the middleware that adds the token to requests to a server.
    ///
    /// - Parameter url: The URL of the server that the token is for. Its path is ignored. Defaults to the client's base
    ///   URL.
    /// - Returns: The middleware.
    public func authentication(for url: (any URLConvertible)? = nil) -> Authentication {
        .bearer(refresher, for: url) { $0.token.accessToken }
    }

    /// The identity of the credentials, which their copies share.
    public var identity: ObjectIdentifier { ObjectIdentifier(refresher) }

    /// Returns a token obtained with the refresh token of another one.
    ///
    /// - Parameters:
    ///   - old: The token to renew.
    ///   - oauth: The client of the authorization server.
    ///   - obtain: A closure that returns the token if there is no refresh token or the server rejects it. It receives the
    ///     error of the server.
    private static func refreshed(
        _ old: OAuthToken?, by oauth: OAuth,
        _ obtain: @escaping @Sendable (OAuthError?) throws -> Observable<OAuthToken>
    ) -> Observable<OAuthToken> {
        guard let old, let refreshToken = old.refreshToken else { return .deferred { try obtain(nil) } }
        return oauth.token(.refreshToken(refreshToken))
            .map { token in
                // Keep the previous refresh token and the scopes if the response contains none.
                var token = token.filling(old.scopes)
                token.refreshToken = token.refreshToken ?? refreshToken
                return token
            }
            .catch { error in
                // GitHub sends a code of its own.
                let rejections: [OAuthError.Code] = [.invalidGrant, "bad_refresh_token"]
                guard let failure = (error as? APIError)?.oauth, rejections.contains(failure.code) else { throw error }
                return try obtain(failure)
            }
    }
}

extension OAuthSignInError {
    /// Returns the error for a token that cannot be renewed.
    fileprivate static func signInRequired(_ oauth: OAuthError?) -> OAuthSignInError {
        let cause =
            oauth == nil
            ? "the token has expired or was rejected, and there is no refresh token"
            : "the refresh token is expired, revoked or already used"
        return OAuthSignInError(.signInRequired, "\(cause). Sign in again", oauth: oauth)
    }
}

extension OAuthCredentials: CustomStringConvertible, CustomReflectable {
    /// A description of the token without its value.
    public var description: String { "OAuthCredentials(\(token.map { "\($0)" } ?? "no token"))" }

    /// A mirror with the token's description, so that `dump` does not show its value.
    public var customMirror: Mirror { Mirror(self, children: ["token": token as Any], displayStyle: .struct) }
}

/// A token with its remaining lifetime at the time when it was received.
private struct TimedToken: Sendable {
    let token: OAuthToken
    let lifetime: Duration?
}

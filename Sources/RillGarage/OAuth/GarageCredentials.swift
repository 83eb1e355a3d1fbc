public import Foundation
public import Rill
internal import RillHTTP

/// Credentials that obtain a token when it is first needed and renew it when it expires, once for all concurrent
/// requests.
///
///     let oauth = GarageOAuth(endpoint: endpoint, clientID: uid, clientSecret: secret)
///     let credentials = GarageCredentials(oauth, grant: .password(username: name, password: password))
///     let client = GarageClient(endpoint: endpoint, credentials: credentials)
///
/// The token is renewed shortly before it expires and whenever the server responds with 401. The renewal uses the
/// refresh token. If there is none or the server rejects it, the renewal repeats the original grant. Several clients
/// can share the credentials. A renewal in progress is completed even if all requests waiting for it are canceled, so
/// that a new refresh token is not lost.
public struct GarageCredentials: Sendable {
    private let refresher: CredentialRefresher<TimedToken>
    private let now: @Sendable () -> Date

    /// Creates credentials that request a token when one is first needed.
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
        @Sendable func renew(_ old: GarageToken?) -> Observable<TimedToken> {
            Self.renewed(old, by: oauth, grant).do(onNext: onRenewal)
                .map { TimedToken(token: $0, lifetime: $0.expiresIn) }
        }
        self.now = now
        if let saved {
            let timed = TimedToken(token: saved, lifetime: saved.lifetime(at: now()))
            refresher = CredentialRefresher(
                timed, lifetime: \.lifetime, margin: margin, completesStartedRefresh: true, scheduler: scheduler
            ) { renew($0.token) }
        } else {
            let current = CurrentToken()
            refresher = CredentialRefresher(
                lifetime: \.lifetime, margin: margin, completesStartedRefresh: true, scheduler: scheduler
            ) { renew(current.token) }
            current.refresher = refresher
        }
    }

    /// The current token, or `nil` before the first one is obtained.
    public var token: GarageToken? { refresher.credential?.token }

    /// Replaces the current token, for example after another user has signed in.
    ///
    /// The new token is renewed with its own refresh token, or with the original grant.
    ///
    /// - Parameter token: The new token.
    public func replace(with token: GarageToken) {
        refresher.replace(with: TimedToken(token: token, lifetime: token.lifetime(at: now())))
    }

    /// Returns the middleware that adds the token to requests to a server.
    func authentication(for endpoint: String) -> Authentication {
        .bearer(refresher, for: endpoint) { $0.token.accessToken }
    }

    private static func renewed(
        _ old: GarageToken?, by oauth: GarageOAuth, _ grant: GarageGrant
    ) -> Observable<GarageToken> {
        guard let refreshToken = old?.refreshToken else { return oauth.token(grant) }
        return oauth.token(.refreshToken(refreshToken))
            .map { token in
                // Keep the previous refresh token if the response contains none.
                var token = token
                token.refreshToken = token.refreshToken ?? refreshToken
                return token
            }
            .catch { error in
                guard (error as? APIError)?.garageOAuth?.code == .invalidGrant else { throw error }
                return oauth.token(grant)
            }
    }
}

extension GarageCredentials: CustomStringConvertible, CustomReflectable {
    /// A description of the token without its value.
    public var description: String { "GarageCredentials(\(token.map { "\($0)" } ?? "no token"))" }

    /// A mirror with the token's description, so that `dump` does not show its value.
    public var customMirror: Mirror { Mirror(self, children: ["token": token as Any], displayStyle: .struct) }
}

/// A token with its remaining lifetime at the time when it was received.
private struct TimedToken: Sendable {
    let token: GarageToken
    let lifetime: Duration?
}

/// The current token of a refresher, accessible inside the refresher's own renewal closure.
private final class CurrentToken: @unchecked Sendable {  // `owner` is guarded by `lock`
    private let lock = Lock()
    private weak var owner: CredentialRefresher<TimedToken>?

    var refresher: CredentialRefresher<TimedToken>? {
        get { lock.withLock { owner } }
        set { lock.withLock { owner = newValue } }
    }

    var token: GarageToken? { refresher?.credential?.token }
}

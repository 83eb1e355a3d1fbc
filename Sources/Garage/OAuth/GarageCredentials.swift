public import Foundation
public import Rill
internal import RillHTTP

/// A token that is obtained when it is first needed, and renewed when it expires, once for all who use it.
///
///     let oauth = GarageOAuth(endpoint: endpoint, clientID: uid, clientSecret: secret)
///     let credentials = GarageCredentials(oauth, grant: .password(username: name, password: password))
///     let client = GarageClient(endpoint: endpoint, credentials: credentials)
///
/// It is renewed a little before its end, and whenever the server answers 401. If there is a refresh token, that is used;
/// if there is none, or the server does not take it any more, the token is asked for as at first. Several clients may share
/// one of these. A renewal that has begun is finished, even if nobody waits for it any more, so that no refresh token gets
/// lost.
public struct GarageCredentials: Sendable {
    private let refresher: CredentialRefresher<HeldToken>
    private let now: @Sendable () -> Date

    /// Creates credentials that ask for a token when they are first needed.
    ///
    /// - Parameters:
    ///   - oauth: Asks for tokens.
    ///   - grant: By what right.
    ///   - saved: A token from an earlier run to begin with; nil for none.
    ///   - margin: How long before its end a token is renewed, zero or more; never more than half of its lifetime.
    ///   - scheduler: On whose clock lifetimes are counted.
    ///   - onRenewal: Told of each token that was obtained, to save it. It is called where the answer arrives, and must not
    ///     block.
    ///   - now: Tells the time, to see how much of the saved token's lifetime is left.
    public init(
        _ oauth: GarageOAuth, grant: GarageGrant, saved: GarageToken? = nil, margin: Duration = .seconds(30),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onRenewal: @escaping @Sendable (GarageToken) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        @Sendable func renew(_ old: GarageToken?) -> Observable<HeldToken> {
            Self.renewed(old, by: oauth, grant).do(onNext: onRenewal)
                .map { HeldToken(token: $0, lifetime: $0.expiresIn) }
        }
        self.now = now
        if let saved {
            let held = HeldToken(token: saved, lifetime: saved.lifetime(at: now()))
            refresher = CredentialRefresher(
                held, lifetime: \.lifetime, margin: margin, finishesOnceBegun: true, scheduler: scheduler
            ) { renew($0.token) }
        } else {
            let current = CurrentToken()
            refresher = CredentialRefresher(
                lifetime: \.lifetime, margin: margin, finishesOnceBegun: true, scheduler: scheduler
            ) { renew(current.token) }
            current.refresher = refresher
        }
    }

    /// The token as it is now; nil before it was first obtained.
    public var token: GarageToken? { refresher.credential?.token }

    /// Puts another token in the place of the current one, after somebody else has signed in for example.
    ///
    /// It is renewed by its own refresh token, or else as the credentials were made.
    ///
    /// - Parameter token: The token.
    public func replace(with token: GarageToken) {
        refresher.replace(with: HeldToken(token: token, lifetime: token.lifetime(at: now())))
    }

    /// What puts the token on requests to a server.
    func authentication(for endpoint: String) -> Authentication {
        .bearer(refresher, for: endpoint) { $0.token.accessToken }
    }

    private static func renewed(
        _ old: GarageToken?, by oauth: GarageOAuth, _ grant: GarageGrant
    ) -> Observable<GarageToken> {
        guard let refreshToken = old?.refreshToken else { return oauth.token(grant) }
        return oauth.token(.refreshToken(refreshToken))
            .map { token in
                // A server that sends no other one takes this one again.
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
    /// What is known of the token, without it.
    public var description: String { "GarageCredentials(\(token.map { "\($0)" } ?? "no token yet"))" }

    /// The same, so that no dump shows the token.
    public var customMirror: Mirror { Mirror(self, children: ["token": token as Any], displayStyle: .struct) }
}

/// A token, and for how long it was good when it was taken over.
private struct HeldToken: Sendable {
    let token: GarageToken
    let lifetime: Duration?
}

/// The token of a refresher, for the renewal inside that refresher.
private final class CurrentToken: @unchecked Sendable {  // `owner` is guarded by `lock`
    private let lock = Lock()
    private weak var owner: CredentialRefresher<HeldToken>?

    var refresher: CredentialRefresher<HeldToken>? {
        get { lock.withLock { owner } }
        set { lock.withLock { owner = newValue } }
    }

    var token: GarageToken? { refresher?.credential?.token }
}

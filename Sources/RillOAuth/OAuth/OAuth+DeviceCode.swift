internal import Foundation
public import Rill
internal import RillHTTP

extension OAuth {
    /// Signs a user in with a browser on any device: the device authorization grant.
    ///
    ///     let token = oauth.signInWithDeviceCode { code in
    ///         print("Open \(code.verificationURI) and enter \(code.userCode)")
    ///     }
    ///
    /// Requests a code, and polls until the user has approved or denied the sign-in, or the code has expired. The time
    /// between polls is the server's interval. It grows by 5 seconds for each `slow_down`, and doubles after a poll without
    /// a response and after a response with status 429 or 5xx, whose `Retry-After` can require a longer time.
    ///
    /// ## Errors
    /// Fails with an ``OAuthSignInError`` if the user denies the sign-in or the code expires, with any error thrown by
    /// `prompt`, or with the errors of ``token(_:)``.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    ///   - prompt: A closure that shows the code and the page to the user. It runs on the thread that receives the
    ///     response, and must not block.
    /// - Returns: A cold `Observable<OAuthToken>` that emits one token and then completes.
    /// - SeeAlso: RFC 8628
    public func signInWithDeviceCode(
        scopes: [String] = [], prompt: @escaping @Sendable (OAuthDeviceCode) throws -> Void
    ) -> Observable<OAuthToken> {
        .deferred { [self] in
            try validateTokenRequest()
            return deviceCode(scopes).flatMap { code in
                try prompt(code)
                return poll(code).map { $0.filling(scopes) }
            }
        }
    }

    /// The result of a poll: a token, or the time until the next poll.
    private typealias Poll = (token: OAuthToken?, delay: Duration?)

    private func poll(_ code: OAuthDeviceCode) -> Observable<OAuthToken> {
        .deferred { [self] in
            let interval = PollInterval(code.interval)
            return token(.deviceCode(code.deviceCode)).map { ($0, nil) as Poll }
                .catch { error in .just((nil, try interval.next(after: error))) }
                .poll(every: code.interval, until: { $0.token != nil }, retryAfter: { $0.delay }, scheduler: scheduler)
                .delaySubscription(code.interval, scheduler: scheduler)
                .compactMap { $0.token }
                .deadline(code.expiresIn, scheduler: scheduler)
                .mapError { error in
                    guard (error as? StreamError)?.code == .deadline else { return error }
                    return OAuthSignInError.expiredCode(nil, lastFailure: interval.lastFailure)
                }
        }
    }
}

/// The time between polls, which never decreases.
private final class PollInterval: @unchecked Sendable {  // the mutable state is guarded by `lock`
    private let lock = NSLock()
    private var duration: Duration
    private var failure: APIError?

    init(_ duration: Duration) {
        self.duration = duration
    }

    /// The failure of the last poll, or `nil` if the server has responded to it.
    var lastFailure: APIError? { lock.withLock { failure } }

    /// Returns the time until the next poll.
    ///
    /// - Throws: The error if the server does not permit another poll.
    func next(after error: any Error) throws -> Duration {
        guard let failure = error as? APIError else { throw error }
        lock.withLock { self.failure = failure.oauth == nil ? failure : nil }
        switch failure.oauth?.code {
        case .authorizationPending: return lock.withLock { duration }
        case .slowDown: return grow { $0 + .seconds(5) }
        case .accessDenied:
            throw OAuthSignInError(.denied, "the user or the server denied access", oauth: failure.oauth)
        case .expiredToken: throw OAuthSignInError.expiredCode(failure.oauth)
        default:
            guard failure.permitsPoll else { throw error }
            let head = failure.status.map { HTTPResponse(status: $0, headerFields: failure.headerFields) }
            return max(grow { $0 * 2 }, head?.serverDelay() ?? .zero)
        }
    }

    private func grow(_ transform: (Duration) -> Duration) -> Duration {
        lock.withLock {
            // Prevents an overflow. No code is valid for longer than this limit.
            duration = min(transform(duration), .seconds(3_155_760_000 as Int64))
            return duration
        }
    }
}

extension APIError {
    /// Whether another poll may succeed.
    fileprivate var permitsPoll: Bool {
        if stage == .transport || stage == .deadline { return true }
        return status.map { $0.code == 429 || 500...599 ~= $0.code } ?? false
    }
}

extension OAuthSignInError {
    fileprivate static func expiredCode(_ oauth: OAuthError?, lastFailure: APIError? = nil) -> OAuthSignInError {
        let text =
            lastFailure.map { "the code expired, and the last poll failed: \($0)" }
            ?? "the code expired before the user approved the sign-in. Sign in again"
        return OAuthSignInError(.timedOut, text, oauth: oauth)
    }
}

public import Rill

/// Stores credentials and refreshes them once for all requests that find them expired.
///
///     let tokens = CredentialRefresher(saved, lifetime: { .seconds($0.expiresIn) }) { old in
///         plain.send(RenewToken(old.refreshToken)).do(onNext: { save($0) })
///     }
///
/// Each refresh starts a new generation of credentials. A request that receives a response for expired credentials names
/// the generation that it used. If that generation is current, it is refreshed, and all requests that need it in the
/// meantime wait for the same refresh. If there is a newer generation, the request uses that one immediately. A failed
/// refresh fails every request that waits for it or was sent before it failed; later requests can try to refresh again.
///
/// The `refresh` closure must send its request with a client without the ``Authentication`` middleware, because
/// otherwise the refresh would wait for itself. The clients can share a transport. Disposing a request ends its wait.
/// When no request is waiting, the refresh is disposed, unless the refresher is configured to complete a started
/// refresh.
public final class CredentialRefresher<Credential: Sendable>: @unchecked Sendable {  // `state` is guarded by `lock`
    private let lifetime: @Sendable (Credential) -> Duration?
    private let margin: Duration
    private let completesStartedRefresh: Bool
    private let scheduler: any Scheduler
    private let onRenewal: @Sendable (Credential) -> Void
    private let refresh: @Sendable (Credential?) throws -> Observable<Credential>
    private let lock = Lock()
    private var state: State

    /// Creates a refresher with existing credentials.
    ///
    /// - Parameters:
    ///   - credential: The initial credentials.
    ///   - lifetime: A closure that returns how long credentials are valid after they were stored, or `nil` if unknown.
    ///     It is called for each generation. Defaults to unknown.
    ///   - margin: The time before expiration at which credentials are refreshed. Must not be negative, and is limited to
    ///     half of their lifetime. Defaults to 30 seconds.
    ///   - completesStartedRefresh: Whether a refresh continues when no request is waiting for it. Use it for servers
    ///     that accept a refresh token only once, so that the new token is not lost, and set a timeout for the client
    ///     that refreshes. Defaults to `false`.
    ///   - scheduler: The scheduler that measures the lifetime.
    ///   - refresh: A closure that refreshes credentials. The first element is used. The refresh fails if the closure
    ///     throws or the observable fails or is empty.
    public convenience init(
        _ credential: Credential, lifetime: @escaping @Sendable (Credential) -> Duration? = { _ in nil },
        margin: Duration = .seconds(30), completesStartedRefresh: Bool = false,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        refresh: @escaping @Sendable (Credential) throws -> Observable<Credential>
    ) {
        self.init(
            credential, lifetime: lifetime, margin: margin, completesStartedRefresh: completesStartedRefresh,
            scheduler: scheduler, onRenewal: { _ in },
            refresh: { old in
                guard let old else {
                    throw TransportError(
                        .invalidRequest, "the credentials were forgotten. Pass new ones to replace(with:)")
                }
                return try refresh(old)
            })
    }

    /// Creates a refresher without credentials.
    ///
    /// The credentials are obtained when the first request needs them.
    ///
    /// - Parameters:
    ///   - lifetime: A closure that returns how long credentials are valid after they were obtained, or `nil` if unknown.
    ///     It is called for each generation. Defaults to unknown.
    ///   - margin: The time before expiration at which credentials are refreshed. Must not be negative, and is limited to
    ///     half of their lifetime. Defaults to 30 seconds.
    ///   - completesStartedRefresh: Whether a refresh continues when no request is waiting for it. Use it for servers
    ///     that accept a refresh token only once, so that the new token is not lost, and set a timeout for the client
    ///     that refreshes. Defaults to `false`.
    ///   - scheduler: The scheduler that measures the lifetime.
    ///   - obtain: A closure that signs in. The first element is used. It is called again when the credentials have
    ///     expired.
    public convenience init(
        lifetime: @escaping @Sendable (Credential) -> Duration? = { _ in nil },
        margin: Duration = .seconds(30), completesStartedRefresh: Bool = false,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        obtain: @escaping @Sendable () throws -> Observable<Credential>
    ) {
        self.init(
            nil, lifetime: lifetime, margin: margin, completesStartedRefresh: completesStartedRefresh,
            scheduler: scheduler, onRenewal: { _ in }, refresh: { _ in try obtain() })
    }

    /// Creates a refresher whose closure receives the credentials to refresh, or `nil` if there are none, and that reports
    /// renewals.
    ///
    /// - Parameters:
    ///   - credential: The initial credentials, or `nil` if there are none.
    ///   - lifetime: A closure that returns how long credentials are valid after they were stored, or `nil` if unknown.
    ///     It is called for each generation. Defaults to unknown.
    ///   - margin: The time before expiration at which credentials are refreshed. Must not be negative, and is limited to
    ///     half of their lifetime. Defaults to 30 seconds.
    ///   - completesStartedRefresh: Whether a refresh continues when no request is waiting for it. Defaults to `false`.
    ///   - scheduler: The scheduler that measures the lifetime.
    ///   - onRenewal: A closure that receives the result of each refresh, for example to save it, unless the credentials
    ///     were replaced during the refresh.
    ///   - refresh: A closure that refreshes credentials or obtains the first ones. The first element is used.
    public init(
        _ credential: Credential?, lifetime: @escaping @Sendable (Credential) -> Duration? = { _ in nil },
        margin: Duration = .seconds(30), completesStartedRefresh: Bool = false,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onRenewal: @escaping @Sendable (Credential) -> Void,
        refresh: @escaping @Sendable (Credential?) throws -> Observable<Credential>
    ) {
        precondition(margin >= .zero, "CredentialRefresher: margin must not be negative, got \(margin)")
        self.lifetime = lifetime
        self.margin = margin
        self.completesStartedRefresh = completesStartedRefresh
        self.scheduler = scheduler
        self.onRenewal = onRenewal
        self.refresh = refresh
        let validity = credential.flatMap(lifetime).map { Validity(begin: scheduler.now, length: $0, margin: margin) }
        state = State(current: Generation(credential: credential, number: 0, validity: validity))
    }

    /// The current credentials, or `nil` before they are first obtained.
    public var credential: Credential? { current.credential }

    /// Returns valid credentials, and obtains or refreshes them first if necessary.
    ///
    /// Use it for data other than request credentials, for example a URL that was issued together with a token. The
    /// refresh is shared with requests that wait for the same credentials.
    ///
    /// ## Errors
    /// The errors of the refresh, unless the current credentials are still valid.
    ///
    /// - Returns: A cold observable that emits exactly one element and completes.
    public func valid() -> Observable<Credential> {
        .deferred { [self] in
            let current = current
            return (needsRefresh(current) ? refreshedIfNeeded(current) : .just(current)).compactMap(\.credential)
        }
    }

    /// Replaces the current credentials, for example after the user has signed in again.
    ///
    /// The new credentials start a new generation: the result of a running refresh is dropped, and requests that wait for
    /// it get the new credentials when it ends.
    ///
    /// - Parameter credential: The new credentials.
    public func replace(with credential: Credential) {
        let validity = lifetime(credential).map { Validity(begin: scheduler.now, length: $0, margin: margin) }
        change { $0.advance(to: credential, validity) }
    }

    /// Removes credentials that are no longer valid.
    ///
    /// The next request obtains new ones. If the refresher can only refresh existing credentials, requests fail with
    /// ``TransportError/Code-swift.struct/invalidRequest`` until ``replace(with:)`` is called.
    ///
    /// A running refresh continues, and its result is used.
    ///
    /// - Parameter credential: The credentials to remove. If they are not the current ones, the method does nothing.
    public func forget(_ credential: Credential) where Credential: Equatable {
        let seen = current
        guard seen.credential == credential else { return }
        change { if $0.current.number == seen.number { $0.forget() } }
    }

    /// Changes the state, and releases the values that it replaces outside of the lock.
    private func change<Value>(_ change: (inout State) -> Value) -> Value {
        let (previous, value) = lock.withLock {
            let previous = state
            return (previous, change(&state))
        }
        withExtendedLifetime(previous) {}
        return value
    }
}

// MARK: Generations

extension CredentialRefresher {
    /// The current generation.
    var current: Generation { lock.withLock { state.current } }

    /// Returns whether a generation must be refreshed before use.
    func needsRefresh(_ generation: Generation) -> Bool {
        guard generation.credential != nil else { return true }
        return generation.validity.map { $0.refreshTime <= scheduler.now } ?? false
    }

    /// Returns a newer generation.
    ///
    /// If the refresh fails and the current credentials are still valid, returns those.
    func refreshedIfNeeded(_ seen: Generation) -> Observable<Generation> {
        refreshed(after: seen).catch { [self] error in
            let current = current
            guard current.credential != nil, let validity = current.validity, validity.end > scheduler.now else {
                throw error
            }
            return .just(current)
        }
    }

    /// Returns a newer generation, and refreshes the credentials if necessary.
    func refreshed(after seen: Generation) -> Observable<Generation> {
        .deferred { [self] in
            let (stream, isNew) = lock.withLock {
                // Newer credentials can have been forgotten. The request then waits for the next ones.
                let isForgotten = state.current.number != seen.number && state.current.credential == nil
                let seen = isForgotten ? state.current : seen
                if let outcome = state.outcome(of: seen) { return (outcome, false) }
                if let renewal = state.renewal { return (renewal, false) }
                let renewal = makeRefresh(of: seen)
                state.renewal = renewal
                return (renewal, true)
            }
            // An additional subscriber that is never disposed keeps the refresh running.
            if isNew, completesStartedRefresh { _ = stream.subscribe(onNext: { _ in }, onError: { _ in }) }
            return stream
        }
    }

    /// Returns the refresh of a generation, shared by all waiting requests: it starts with the first subscriber and is
    /// disposed with the last.
    ///
    /// A request that subscribes after the refresh has ended checks the result first, so a refresh never runs twice.
    private func makeRefresh(of seen: Generation) -> Observable<Generation> {
        .deferred { [weak self] in
            // The waiting requests keep the refresher alive.
            guard let self else { return .empty() }
            let (outcome, credential) = lock.withLock { (self.state.outcome(of: seen), self.state.current.credential) }
            if let outcome { return outcome }
            return try refresh(credential).take(1).single().map { self.accept($0, after: seen) }
        }
        .catch { [weak self] error in
            guard let self else { throw error }
            change { if $0.isUnchanged(since: seen) { $0.fail(by: error) } }
            let current = current
            // The credentials were replaced in the meantime.
            guard current.number != seen.number, current.credential != nil else { throw error }
            return .just(current)
        }
        .share(replay: 1)
    }

    private func accept(_ credential: Credential, after seen: Generation) -> Generation {
        // A lifetime that has already elapsed is invalid, so ignore it. The server reports when the credentials expire.
        let validity = lifetime(credential).flatMap {
            $0 > .zero ? Validity(begin: scheduler.now, length: $0, margin: margin) : nil
        }
        let (isNeeded, current) = change { state in
            let isNeeded = state.current.number == seen.number || state.current.credential == nil
            if isNeeded { state.advance(to: credential, validity) }
            return (isNeeded, state.current)
        }
        // A credential that was replaced during the refresh is dropped.
        if isNeeded { onRenewal(credential) }
        return current
    }
}

extension CredentialRefresher: CustomStringConvertible, CustomReflectable {
    /// The type of the credentials, without the credentials.
    public var description: String { "CredentialRefresher<\(Credential.self)>" }

    /// A mirror without children, so that `dump` prints only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

public import Rill

/// Keeps credentials, and renews them once for all who find them expired.
///
///     let tokens = CredentialRefresher(saved, lifetime: { .seconds($0.expiresIn) }) { old in
///         plain.send(RenewToken(old.refreshToken)).do(onNext: { save($0) })
///     }
///
/// Each renewal begins a new generation. Who meets an answer that says that the credentials have expired names the
/// generation that it has used: if that is the current one, it is renewed, and everyone who comes meanwhile waits for the
/// same renewal; if there is a newer one, that is used at once. A renewal that fails fails all who wait for it, and all
/// whose request was under way by then; a request that begins later may try again.
///
/// The renewal goes its own way: `refresh` sends with a client that does not have the ``Authentication``, as one that has
/// would wait for itself. It may share the transport. Who is disposed waits no more; when nobody waits, the renewal is
/// disposed too, unless it is said to finish once it has begun.
public final class CredentialRefresher<Credential: Sendable>: @unchecked Sendable {  // `state` is guarded by `lock`
    private let lifetime: @Sendable (Credential) -> Duration?
    private let margin: Duration
    private let finishesOnceBegun: Bool
    private let scheduler: any Scheduler
    private let refresh: @Sendable (Credential?) throws -> Observable<Credential>
    private let lock = Lock()
    private var state: State

    /// Starts with credentials that are there already.
    ///
    /// - Parameters:
    ///   - credential: What to begin with.
    ///   - lifetime: For how long credentials are good, counted from when they were taken over here; nil, the default, where
    ///     that is not known. Called for each generation.
    ///   - margin: How long before their end they are renewed, zero or more; never more than half of their lifetime.
    ///   - finishesOnceBegun: Whether a renewal goes on when nobody waits for it any more: for servers that take a refresh
    ///     token but once, so that it must not get lost on its way. Give its client a time-out then.
    ///   - scheduler: On whose clock that is counted.
    ///   - refresh: Renews credentials: the first value is taken. What it throws, and a stream without a value, is a
    ///     renewal that has failed.
    public convenience init(
        _ credential: Credential, lifetime: @escaping @Sendable (Credential) -> Duration? = { _ in nil },
        margin: Duration = .seconds(30), finishesOnceBegun: Bool = false,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        refresh: @escaping @Sendable (Credential) throws -> Observable<Credential>
    ) {
        self.init(credential, lifetime, margin, finishesOnceBegun, scheduler) { old in
            guard let old else { fatalError("CredentialRefresher began with credentials, and has none") }
            return try refresh(old)
        }
    }

    /// Starts without credentials: the first request has them obtained.
    ///
    /// - Parameters:
    ///   - lifetime: For how long credentials are good, counted from when they were obtained; nil, the default, where that
    ///     is not known. Called for each generation.
    ///   - margin: How long before their end they are renewed, zero or more; never more than half of their lifetime.
    ///   - finishesOnceBegun: Whether a renewal goes on when nobody waits for it any more: for servers that take a refresh
    ///     token but once, so that it must not get lost on its way. Give its client a time-out then.
    ///   - scheduler: On whose clock that is counted.
    ///   - obtain: Signs in: the first value is taken. Called again when the credentials have expired.
    public convenience init(
        lifetime: @escaping @Sendable (Credential) -> Duration? = { _ in nil },
        margin: Duration = .seconds(30), finishesOnceBegun: Bool = false,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        obtain: @escaping @Sendable () throws -> Observable<Credential>
    ) {
        self.init(nil, lifetime, margin, finishesOnceBegun, scheduler) { _ in try obtain() }
    }

    private init(
        _ credential: Credential?, _ lifetime: @escaping @Sendable (Credential) -> Duration?, _ margin: Duration,
        _ finishesOnceBegun: Bool, _ scheduler: any Scheduler,
        _ refresh: @escaping @Sendable (Credential?) throws -> Observable<Credential>
    ) {
        precondition(margin >= .zero, "a CredentialRefresher needs a margin of zero or more, got \(margin)")
        self.lifetime = lifetime
        self.margin = margin
        self.finishesOnceBegun = finishesOnceBegun
        self.scheduler = scheduler
        self.refresh = refresh
        let life = credential.flatMap(lifetime).map { Life(begin: scheduler.now, length: $0, margin: margin) }
        state = State(current: Generation(credential: credential, number: 0, life: life))
    }

    /// The credentials as they are now; nil before they were first obtained.
    public var credential: Credential? { current.credential }

    /// Finds credentials that are good now: the current ones, or others where there are none, or these are about to expire.
    ///
    /// For what needs more of them than requests do: an address that came with a token, for example. Who waits for the same
    /// renewal as a request does waits together with it.
    ///
    /// ## Errors
    /// Those of the renewal, unless the credentials are good for a while yet.
    ///
    /// - Returns: A cold observable: exactly one value, then completed.
    public func valid() -> Observable<Credential> {
        .deferred { [self] in
            let current = current
            return (isDue(current) ? renewedIfNeeded(current) : .just(current)).compactMap(\.credential)
        }
    }

    /// Puts other credentials in the place of the current ones, after the user has signed in anew for example.
    ///
    /// It is a new generation: the outcome of a renewal that runs is dropped, and who waits for it gets these when it
    /// ends.
    ///
    /// - Parameter credential: The credentials.
    public func replace(with credential: Credential) {
        let life = lifetime(credential).map { Life(begin: scheduler.now, length: $0, margin: margin) }
        let gone = lock.withLock { state.advance(to: credential, life) }
        withExtendedLifetime(gone) {}
    }

    /// Lets go of credentials that are good for nothing any more: what needs some obtains others.
    ///
    /// A renewal that runs goes on, and what it brings is used.
    ///
    /// - Parameter credential: The ones to let go of; where others have taken their place, nothing happens.
    package func forget(_ credential: Credential) where Credential: Equatable {
        let seen = current
        guard seen.credential == credential else { return }
        let gone = lock.withLock { state.current.number == seen.number ? state.forget() : nil }
        withExtendedLifetime(gone) {}
    }
}

// MARK: Generations

extension CredentialRefresher {
    /// From when on credentials should be renewed, and until when they are good.
    struct Life: Sendable {
        let renewal: Duration
        let end: Duration

        init(begin: Duration, length: Duration, margin: Duration) {
            // Never more than half: else credentials that live shortly would be renewed for each request. No token lives
            // a hundred years: more could overflow.
            let length = min(max(length, .zero), .seconds(3_155_760_000))
            end = begin + length
            renewal = end - min(margin, length / 2)
        }
    }

    /// Credentials, and which ones they are.
    struct Generation: Sendable {
        let credential: Credential?
        let number: Int
        let life: Life?

        /// How many renewals of them had failed when this was looked up.
        var failures = 0
    }

    private struct State {
        var current: Generation

        /// Why the last renewal of the current generation failed.
        var failure: (any Error)?

        /// The renewal of the current generation, begun or not; nil if nobody has asked for it since the last failure.
        var renewal: Observable<Generation>?

        /// Returns what was there before, to be released after the lock.
        mutating func advance(to credential: Credential, _ life: Life?) -> State {
            defer { self = State(current: Generation(credential: credential, number: current.number + 1, life: life)) }
            return self
        }

        mutating func forget() -> State {
            defer {
                current = Generation(
                    credential: nil, number: current.number, life: nil, failures: current.failures)
            }
            return self
        }

        mutating func fail(by error: any Error) -> State {
            defer {
                current.failures += 1
                failure = error
                renewal = nil
            }
            return self
        }

        /// Whether neither a renewal nor a failure has come since a generation was looked up.
        func isStill(_ seen: Generation) -> Bool {
            current.number == seen.number && current.failures == seen.failures
        }

        /// What has become of a generation.
        func outcome(of seen: Generation) -> Observable<Generation>? {
            if isStill(seen) { return nil }
            if current.number == seen.number, let failure { return .error(failure) }
            return .just(current)
        }
    }

    /// The generation to use now.
    var current: Generation { lock.withLock { state.current } }

    /// Whether a generation should be renewed before it is used.
    func isDue(_ generation: Generation) -> Bool {
        guard generation.credential != nil else { return true }
        return generation.life.map { $0.renewal <= scheduler.now } ?? false
    }

    /// A newer generation, once there is one; if it cannot be renewed and is good for a while yet, the same one.
    func renewedIfNeeded(_ seen: Generation) -> Observable<Generation> {
        renewed(after: seen).catch { [self] error in
            let current = current
            guard current.credential != nil, let life = current.life, life.end > scheduler.now else { throw error }
            return .just(current)
        }
    }

    /// A newer generation, once there is one.
    func renewed(after seen: Generation) -> Observable<Generation> {
        .deferred { [self] in
            let (stream, isNew) = lock.withLock {
                if let outcome = state.outcome(of: seen) { return (outcome, false) }
                if let renewal = state.renewal { return (renewal, false) }
                let renewal = makeRenewal(of: seen)
                state.renewal = renewal
                return (renewal, true)
            }
            // One who waits and is never disposed.
            if isNew, finishesOnceBegun { _ = stream.subscribe(onNext: { _ in }, onError: { _ in }) }
            return stream
        }
    }

    /// The renewal of one generation, for all who wait: begins with the first, and is disposed with the last.
    ///
    /// Who comes when it has just ended looks at the outcome first, so that it never runs twice to its end.
    private func makeRenewal(of seen: Generation) -> Observable<Generation> {
        .deferred { [weak self] in
            // Who waits holds the refresher.
            guard let self else { return .empty() }
            if let outcome = lock.withLock({ self.state.outcome(of: seen) }) { return outcome }
            return try refresh(seen.credential).take(1).single().map { self.take($0, after: seen) }
        }
        .catch { [weak self] error in
            guard let self else { throw error }
            note(error, after: seen)
            let current = current
            // Others have been put in their place meanwhile.
            guard current.number != seen.number else { throw error }
            return .just(current)
        }
        .share(replay: 1)
    }

    private func take(_ credential: Credential, after seen: Generation) -> Generation {
        // Renewed and over already: its lifetime, or a clock, is wrong. The server will tell when it is over.
        let life = lifetime(credential).flatMap {
            $0 > .zero ? Life(begin: scheduler.now, length: $0, margin: margin) : nil
        }
        let (gone, current) = lock.withLock {
            let gone = state.current.number == seen.number ? state.advance(to: credential, life) : nil
            return (gone, state.current)
        }
        withExtendedLifetime(gone) {}
        return current
    }

    private func note(_ error: any Error, after seen: Generation) {
        let gone = lock.withLock { state.isStill(seen) ? state.fail(by: error) : nil }
        withExtendedLifetime(gone) {}
    }
}

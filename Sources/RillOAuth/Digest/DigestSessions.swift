internal import Foundation

/// The current nonce of each protection space of a server, and the number of requests with each nonce.
final class DigestSessions: @unchecked Sendable {  // `sessions`, `others` and `latest` are guarded by `lock`
    /// A nonce that the client uses for successive requests, or its use for one of them.
    struct Session: Sendable {
        fileprivate(set) var challenge: DigestChallenge
        let clientNonce: String

        /// The number of sessions started, including this one, or 0 for a single request.
        fileprivate let number: Int

        /// The number of requests with the nonce.
        fileprivate(set) var count: UInt32

        fileprivate mutating func use() -> Session {
            // After four billion requests, the server rejects the repeated count and sends another nonce.
            count &+= 1
            return self
        }
    }

    /// The maximum number of sessions.
    ///
    /// The oldest session is removed first.
    private static let capacity = 16

    /// The maximum number of other nonces.
    ///
    /// The oldest nonce is removed first.
    private static let otherCapacity = 64

    private let lock = NSLock()

    /// One session for each realm, the latest first.
    private var sessions: [Session] = []

    /// The nonces of ended sessions and of single requests, the latest first.
    ///
    /// A server can send a nonce again, but each request with it needs another count.
    private var others: [Session] = []

    /// The number of sessions started.
    private var latest = 0

    /// Uses the nonce of the protection space of a path.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The use, or `nil` if there is no nonce for the path, and the number of the latest session.
    func use(for path: String) -> (use: Session?, latest: Int) {
        lock.withLock {
            var best: (index: Int, length: Int)?
            for (index, session) in sessions.enumerated() {
                guard let length = session.challenge.matchLength(of: path) else { continue }
                if best.map({ length > $0.length }) ?? true { best = (index, length) }
            }
            return (best.map { sessions[$0.index].use() }, latest)
        }
    }

    /// Uses the nonce of a challenge, or the nonce of a session that began in the meantime.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - latest: The number of the latest session when the rejected request was sent. If it is `nil`, the nonce is not
    ///     used for other requests, so that concurrent requests succeed even if each nonce is valid only once.
    /// - Returns: The use.
    func use(of challenge: DigestChallenge, unlessAfter latest: Int?) -> Session {
        let clientNonce = ProofKey.randomText()
        return lock.withLock {
            if let index = sessions.firstIndex(where: { $0.challenge.realm == challenge.realm }),
                sessions[index].challenge.algorithm == challenge.algorithm
            {
                let isSame = sessions[index].challenge.hasNonce(of: challenge)
                if isSame { sessions[index].challenge = challenge }
                if isSame || latest.map({ sessions[index].number > $0 }) ?? false {
                    return sessions[index].use()
                }
            }
            guard latest != nil else {
                let count = removeCount(of: challenge)
                var session = Session(challenge: challenge, clientNonce: clientNonce, number: 0, count: count)
                let use = session.use()
                keep(use)
                return use
            }
            begin(challenge, clientNonce)
            return sessions[0].use()
        }
    }

    /// Returns whether no other request uses a nonce.
    ///
    /// - Parameter use: The use of the nonce.
    /// - Returns: `false` also if the nonce is so old that the number of its uses is unknown.
    func isOnlyUse(_ use: Session) -> Bool {
        lock.withLock {
            (sessions + others).first { $0.challenge.hasNonce(of: use.challenge) }?.count == 1
        }
    }

    /// Begins a session with the nonce that the response to a request announces for the next request.
    ///
    /// Does nothing if the session of the request is no longer the current one.
    func replaceNonce(of use: Session, with nonce: String) {
        lock.withLock {
            guard nonce != use.challenge.nonce,
                sessions.contains(where: { $0.challenge.hasNonce(of: use.challenge) })
            else { return }
            var challenge = use.challenge
            challenge.nonce = nonce
            // The variants `-sess` of the algorithms also require the same client nonce.
            begin(challenge, use.clientNonce)
        }
    }

    /// Ends the session of a rejected request.
    func end(_ use: Session) {
        lock.withLock { endSessions { $0.challenge.hasNonce(of: use.challenge) } }
    }

    /// Begins a session, which replaces the session of the same realm.
    ///
    /// The caller holds the lock.
    private func begin(_ challenge: DigestChallenge, _ clientNonce: String) {
        latest += 1
        endSessions { $0.challenge.realm == challenge.realm }
        if sessions.count == Self.capacity { keep(sessions.removeLast()) }
        let count = removeCount(of: challenge)
        sessions.insert(Session(challenge: challenge, clientNonce: clientNonce, number: latest, count: count), at: 0)
    }

    /// Ends sessions and keeps the counts of their nonces.
    ///
    /// The caller holds the lock.
    private func endSessions(where isEnded: (Session) -> Bool) {
        for session in sessions where isEnded(session) { keep(session) }
        sessions.removeAll(where: isEnded)
    }

    /// Keeps the count of a nonce.
    ///
    /// The caller holds the lock.
    private func keep(_ session: Session) {
        if others.count == Self.otherCapacity { others.removeLast() }
        others.insert(session, at: 0)
    }

    /// Returns the number of requests with a nonce that is not the nonce of a session, and forgets the nonce.
    ///
    /// The caller holds the lock.
    private func removeCount(of challenge: DigestChallenge) -> UInt32 {
        guard let index = others.firstIndex(where: { $0.challenge.hasNonce(of: challenge) }) else { return 0 }
        return others.remove(at: index).count
    }
}

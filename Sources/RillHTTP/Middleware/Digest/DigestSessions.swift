internal import Rill

/// The current nonce of each protection space of a server, and the number of requests with it.
final class DigestSessions: @unchecked Sendable {  // `sessions` and `latest` are guarded by `lock`
    /// A nonce that the client uses for successive requests.
    private struct Session {
        var challenge: DigestChallenge
        let clientNonce: String

        /// The number of sessions started, including this one, or 0 for a single request.
        let number: Int

        /// The number of requests with the nonce.
        var count: UInt32 = 0

        mutating func use() -> Use {
            // After four billion requests, the server rejects the repeated count and sends another nonce.
            count &+= 1
            return Use(challenge: challenge, clientNonce: clientNonce, count: count, number: number)
        }
    }

    /// The use of a nonce for one request.
    struct Use: Sendable {
        let challenge: DigestChallenge
        let clientNonce: String
        let count: UInt32

        /// The number of the session.
        let number: Int
    }

    /// The sessions of servers with more protection spaces end in the order in which they began.
    private static let capacity = 16

    private let lock = Lock()

    /// One session for each realm, the latest first.
    private var sessions: [Session] = []

    /// The number of sessions started.
    private var latest = 0

    /// Uses the nonce of the protection space of a path.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The use, or `nil` if there is no nonce for the path, and the number of the latest session.
    func use(for path: String) -> (use: Use?, latest: Int) {
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
    func use(of challenge: DigestChallenge, unlessAfter latest: Int?) -> Use {
        let clientNonce = ProofKey.randomText()
        return lock.withLock {
            if let index = sessions.firstIndex(where: { $0.challenge.realm == challenge.realm }),
                sessions[index].challenge.algorithm == challenge.algorithm
            {
                let isSame = sessions[index].challenge.nonce == challenge.nonce
                if isSame { sessions[index].challenge = challenge }
                if isSame || latest.map({ sessions[index].number > $0 }) ?? false {
                    return sessions[index].use()
                }
            }
            guard latest != nil else {
                var session = Session(challenge: challenge, clientNonce: clientNonce, number: 0)
                return session.use()
            }
            begin(challenge, clientNonce)
            return sessions[0].use()
        }
    }

    /// Begins a session with the nonce that the response to a request announces for the next request.
    ///
    /// Does nothing if the session of the request is no longer the current one.
    func replaceNonce(of use: Use, with nonce: String) {
        let clientNonce = ProofKey.randomText()
        lock.withLock {
            guard nonce != use.challenge.nonce, sessions.contains(where: { $0.number == use.number }) else { return }
            var challenge = use.challenge
            challenge.nonce = nonce
            begin(challenge, clientNonce)
        }
    }

    /// Ends the session of a rejected request.
    func end(_ use: Use) {
        lock.withLock { sessions.removeAll { $0.number == use.number } }
    }

    /// Begins a session, which replaces the session of the same realm.
    ///
    /// The caller holds the lock.
    private func begin(_ challenge: DigestChallenge, _ clientNonce: String) {
        latest += 1
        sessions.removeAll { $0.challenge.realm == challenge.realm }
        if sessions.count == Self.capacity { sessions.removeLast() }
        sessions.insert(Session(challenge: challenge, clientNonce: clientNonce, number: latest), at: 0)
    }
}

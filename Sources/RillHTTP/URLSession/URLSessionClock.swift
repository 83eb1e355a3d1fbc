internal import Rill

#if canImport(FoundationNetworking)
    internal import RillHTTP
#endif

/// When an exchange will have taken too long.
struct URLSessionClock {
    /// Where an exchange stands, and since when nothing has happened.
    enum Phase {
        /// It waits for a connection that it may use, or for its body.
        case preparing
        /// URLSession has it, and does not tell whether there is a connection.
        case connecting(since: Duration)
        /// Bytes of the body have been sent, so that there is a connection.
        case sending(since: Duration)
        /// The head of the answer is there.
        case receiving(since: Duration)
        /// The reader holds the body back.
        case held
    }

    private let response: Duration?
    private let head: Duration?
    private let idle: Duration?
    private let total: Duration?
    private let startedAt: Duration

    /// Where the exchange stands.
    var phase = Phase.preparing

    init(_ options: TransportOptions, startedAt: Duration) {
        response = options.responseTimeout
        // URLSession does not tell when a connection has come about: both times together bound the way to the head.
        head = options.connectTimeout.flatMap { connect in options.responseTimeout.map { connect + $0 } }
        idle = options.idleTimeout
        total = options.totalTimeout
        self.startedAt = startedAt
    }

    /// When the exchange will be late if nothing happens, and for what.
    ///
    /// Without an error it is the first moment at which it could be.
    func due(now: Duration) -> (at: Duration, error: TransportError?)? {
        let next: (at: Duration, error: TransportError?)? =
            switch phase {
            case .preparing: nil
            case .connecting(let since): dueHead(since, now)
            case .sending(let since): response.map { (since + $0, Self.noAnswer($0)) }
            case .receiving(let since):
                idle.map { (since + $0, TransportError(.timeout, .betweenBytes, "nothing came for \($0)")) }
            case .held: idle.map { (now + $0, nil) }
            }
        guard let total else { return next }
        let whole = TransportError(.timeout, .whole, "it was not complete within \(total)")
        guard let next, next.at < startedAt + total else { return (startedAt + total, whole) }
        return next
    }

    /// Looks once when the answer would be late if the connection had stood at once, though it takes both times to be sure.
    private func dueHead(_ since: Duration, _ now: Duration) -> (at: Duration, error: TransportError?)? {
        guard let head, let response else { return nil }
        return now < since + response ? (since + response, nil) : (since + head, Self.noAnswer(head))
    }

    private static func noAnswer(_ limit: Duration) -> TransportError {
        TransportError(.timeout, .firstByte, "there was no answer within \(limit)")
    }
}

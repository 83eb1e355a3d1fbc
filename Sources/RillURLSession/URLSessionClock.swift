internal import RillHTTPTypes

/// A clock that computes the deadline of an exchange from its phase and the time limits.
struct URLSessionClock {
    /// The phase of an exchange, and the time of its last activity.
    enum Phase {
        /// The exchange is waiting for a connection slot or for its body.
        case preparing
        /// The task was started. URLSession does not report when the connection is established.
        case connecting(since: Duration)
        /// Bytes of the body have been sent, so the connection is established.
        case sending(since: Duration)
        /// The response head has been received.
        case receiving(since: Duration)
        /// The subscriber has paused the body.
        case paused
    }

    private let options: TransportOptions
    private let startedAt: Duration

    /// The current phase.
    var phase = Phase.preparing

    init(_ options: TransportOptions, startedAt: Duration) {
        self.options = options
        self.startedAt = startedAt
    }

    /// Returns the time at which the exchange fails if nothing happens before then, and the error.
    ///
    /// If the error is `nil`, the time is the earliest at which a limit could be exceeded.
    func due(now: Duration) -> (at: Duration, error: TransportError?)? {
        let (response, idle) = (options.responseTimeout, options.idleTimeout)
        let next: (at: Duration, error: TransportError?)? =
            switch phase {
            case .preparing: nil
            case .connecting(let since): dueHead(since, now)
            case .sending(let since): response.map { (since + $0, TransportError(timeout: .firstByte, after: $0)) }
            case .receiving(let since): idle.map { (since + $0, TransportError(timeout: .betweenBytes, after: $0)) }
            case .paused: idle.map { (now + $0, nil) }
            }
        guard let total = options.totalTimeout else { return next }
        let end = startedAt + total
        guard let next, next.at < end else { return (end, TransportError(timeout: .total, after: total)) }
        return next
    }

    /// The first check is after the response timeout, even though only the sum with the connect timeout is a definite
    /// limit.
    private func dueHead(_ since: Duration, _ now: Duration) -> (at: Duration, error: TransportError?)? {
        guard let connect = options.connectTimeout, let response = options.responseTimeout else { return nil }
        guard now >= since + response else { return (since + response, nil) }
        // URLSession does not report when the connection is established, so the sum of both limits applies to the head.
        let head = connect + response
        return (since + head, TransportError(timeout: .firstByte, after: head))
    }
}

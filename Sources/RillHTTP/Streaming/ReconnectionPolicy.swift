public import Rill

/// When a stream of events connects again, and how long it waits before.
///
///     var policy = ReconnectionPolicy()
///     policy.idleTimeout = .seconds(45)      // the server sends a comment every 15
///     client.serverSentEvents(Ticker(), reconnection: policy)
///
/// After an end, be it good or bad, the next connection is made after the time that the server has asked for (`retry`), or
/// else after the first wait of the back-off. From the second time in a row that a connection brings no event, the back-off
/// grows, and the server's time is the least that is waited. ``maximumServerDelay`` limits the server's time.
public struct ReconnectionPolicy: Sendable {
    /// How many connections in a row may end without an event in between before the stream ends as the last of them did,
    /// one or more; nil, the default, for any number.
    ///
    /// 1 never connects again.
    public var attempts: Int?

    /// How the wait grows.
    public var backoff: RetryPolicy.Backoff

    /// How much of the back-off's wait to leave to chance; nothing of what the server has asked for is.
    public var jitter: RetryPolicy.Jitter

    /// How long nothing may arrive, not even a comment, before the connection is given up and made again, more than zero;
    /// nil, the default, for as long as the transport bears it.
    ///
    /// Time in which the subscriber is paused does not count.
    public var idleTimeout: Duration?

    /// The maximum time that the server can make the client wait, by the field `retry` of the stream or by `Retry-After`.
    ///
    /// Longer times are reduced to it. Must be zero or more. Defaults to two minutes. The waits of the back-off are not limited.
    public var maximumServerDelay: Duration

    private var isRetried: @Sendable (APIError) -> Bool = { $0.isPassing }
    private var observers: [@Sendable (Reconnection) -> Void] = []

    /// Makes a policy that connects again after every end, and after the failures that may pass.
    ///
    /// Those are: connections that break, that do not come about or fall silent, and the statuses 408, 429 and all from 500
    /// on but 501 and 505. Others end the stream.
    ///
    /// - Parameters:
    ///   - attempts: How many connections in a row may bring no event, one or more; nil for any number.
    ///   - backoff: How the wait grows.
    ///   - jitter: How much of it to leave to chance.
    ///   - idleTimeout: How long nothing may arrive, more than zero; nil for as long as the transport bears it.
    ///   - maximumServerDelay: The maximum time that the server can make the client wait, zero or more.
    public init(
        attempts: Int? = nil, backoff: RetryPolicy.Backoff = .exponential(initial: .seconds(1), maximum: .seconds(60)),
        jitter: RetryPolicy.Jitter = .full, idleTimeout: Duration? = nil, maximumServerDelay: Duration = .seconds(120)
    ) {
        self.attempts = attempts
        self.backoff = backoff
        self.jitter = jitter
        self.idleTimeout = idleTimeout
        self.maximumServerDelay = maximumServerDelay
    }

    /// The same policy with another choice of the failures to connect again after.
    ///
    /// - Parameter isRetried: Whether to connect again after a failure.
    /// - Returns: The policy.
    public func retrying(_ isRetried: @escaping @Sendable (APIError) -> Bool) -> ReconnectionPolicy {
        var policy = self
        policy.isRetried = isRetried
        return policy
    }

    /// The same policy, watched.
    ///
    /// - Parameter observer: Told before each wait, where the connection has ended.
    /// - Returns: A policy that decides the same.
    public func onReconnection(_ observer: @escaping @Sendable (Reconnection) -> Void) -> ReconnectionPolicy {
        var policy = self
        policy.observers.append(observer)
        return policy
    }

    func retries(_ error: APIError) -> Bool { isRetried(error) }

    func announce(_ reconnection: Reconnection) {
        for observer in observers { observer(reconnection) }
    }
}

extension APIError {
    /// Whether the server may do better another time, as far as the failure itself tells.
    package var isPassing: Bool {
        switch stage {
        case .status:
            guard let code = status?.code else { return false }
            return code == 408 || code == 429 || 500...599 ~= code && code != 501 && code != 505
        case .transport:
            guard let failure = underlying as? TransportError else { return false }
            return !Self.lastingFailures.contains(failure.code)
        default:
            return stage == .deadline
        }
    }

    private static let lastingFailures: [TransportError.Code] = [
        .invalidURL, .invalidRequest, .invalidOptions, .tls, .cancelled, .unavailable,
    ]
}

/// That a stream of events is about to connect again.
public struct Reconnection: Sendable {
    /// How many connections have ended since the last event, from one.
    public let failures: Int

    /// How long it waits before the next.
    public let delay: Duration

    /// Why the last connection ended; nil if the server has ended it in good order.
    public let error: APIError?
}

extension Reconnection: CustomStringConvertible {
    /// The fact in a line: `connecting again after 3.0 seconds: …`.
    public var description: String {
        "connecting again after \(delay.text): " + (error.map { "\($0)" } ?? "the server has ended the stream")
    }
}

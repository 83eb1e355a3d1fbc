public import Rill
internal import RillHTTPTypes

/// A policy that determines when a Server-Sent Events stream reconnects, and after which delay.
///
///     var policy = ReconnectionPolicy()
///     policy.idleTimeout = .seconds(45)      // the server sends a comment every 15
///     client.serverSentEvents(Ticker(), reconnection: policy)
///
/// After a connection ends or fails, the next one is established after the delay that the server specified (`retry`, at
/// least 100 ms), or else after the initial delay of the backoff. If consecutive connections deliver no event, the backoff
/// grows, but never falls below the server's delay. ``maximumServerDelay`` limits the server's delay.
public struct ReconnectionPolicy: Sendable {
    /// The maximum number of consecutive connections without an event.
    ///
    /// When the maximum is reached, the stream completes or fails like the last of these connections. Must be at least
    /// 1; a value of 1 means that the stream never reconnects. Defaults to `nil`, which means no limit.
    public var attempts: Int?

    /// The backoff between reconnections.
    public var backoff: RetryPolicy.Backoff

    /// The jitter of the backoff.
    ///
    /// Delays specified by the server have no jitter.
    public var jitter: RetryPolicy.Jitter

    /// The maximum time without received data, including comments, before the client closes the connection and
    /// reconnects.
    ///
    /// Must be positive. Defaults to `nil`, which means the transport's idle timeout. Time during which the subscriber
    /// is paused does not count.
    public var idleTimeout: Duration?

    /// The maximum delay that the server can specify, with the stream's `retry` field or with `Retry-After`.
    ///
    /// Longer delays are reduced to this maximum, which does not limit the backoff. Must not be negative. Defaults to
    /// two minutes.
    public var maximumServerDelay: Duration

    private(set) var retries: @Sendable (APIError) -> Bool = { $0.isTransient }
    private(set) var observers: [@Sendable (Int, Duration, APIError?) -> Void] = []

    /// Creates a policy that reconnects after every end of the stream and after transient failures.
    ///
    /// Transient failures are connections that cannot be established, break or time out, and the status codes 408, 429
    /// and 500 to 599 except 501 and 505. Other failures, such as credentials that a proxy rejects or a request body that
    /// cannot be read, end the stream.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of consecutive connections without an event. Must be at least 1. Defaults to
    ///     `nil`, which means no limit.
    ///   - backoff: The backoff between reconnections. Defaults to exponential from 1 to 60 seconds.
    ///   - jitter: The jitter of the backoff. Defaults to full jitter.
    ///   - idleTimeout: The maximum time without received data. Must be greater than zero. Defaults to `nil`, which
    ///     means the transport's idle timeout.
    ///   - maximumServerDelay: The maximum delay that the server can specify. Must not be negative. Defaults to two
    ///     minutes.
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

    /// Returns a copy of the policy that uses a closure to decide which failures to retry.
    ///
    /// - Parameter isRetried: A closure that returns whether to reconnect after a failure.
    /// - Returns: The policy.
    public func retrying(_ isRetried: @escaping @Sendable (APIError) -> Bool) -> ReconnectionPolicy {
        var policy = self
        policy.retries = isRetried
        return policy
    }

    /// Returns a copy of the policy with an observer of reconnections.
    ///
    ///     policy.onReconnection { failures, delay, error in log("reconnecting in \(delay)") }
    ///
    /// - Parameter observer: A closure that is called before each delay, in the context in which the connection ended, with
    ///   the number of connections that have ended since the last event, the delay, and the failure of the last connection,
    ///   or `nil` if the server ended the stream.
    /// - Returns: The policy.
    public func onReconnection(
        _ observer: @escaping @Sendable (_ failures: Int, _ delay: Duration, _ error: APIError?) -> Void
    ) -> ReconnectionPolicy {
        var policy = self
        policy.observers.append(observer)
        return policy
    }
}

extension APIError {
    /// Whether the failure is transient, so that a retry can succeed.
    public var isTransient: Bool {
        switch stage {
        case .status:
            guard let code = status?.code else { return false }
            return code == 408 || code == 429 || 500...599 ~= code && code != 501 && code != 505
        case .transport:
            guard let failure = underlying as? TransportError else { return false }
            return !Self.permanentFailures.contains(failure.code)
                && failure.reason != .proxyAuthentication && failure.reason != .requestBody
        default:
            return stage == .deadline
        }
    }

    private static let permanentFailures: [TransportError.Code] = [
        .invalidURL, .invalidRequest, .invalidOptions, .tls, .tooLarge, .cancelled, .unavailable,
    ]
}

public import Foundation
internal import RillHTTP

extension CircuitBreaker {
    /// The state of a circuit.
    public enum State: Sendable, Hashable {
        /// Requests are sent, and their outcomes are counted.
        case closed

        /// Requests fail without being sent.
        ///
        /// - Parameters:
        ///   - since: When the circuit last left the closed state.
        ///   - until: When the first probe is permitted.
        case open(since: Date, until: Date)

        /// A limited number of requests are sent as probes. All others fail.
        ///
        /// - Parameter since: When the circuit last left the closed state.
        case halfOpen(since: Date)
    }

    /// A change of the state of a circuit.
    public struct Transition: Sendable, Hashable {
        /// The key of the circuit, by default the scheme, host and port of its requests.
        public let key: String

        /// The state before the change.
        public let from: State

        /// The state after the change.
        public let to: State
    }
}

extension CircuitBreaker.State: CustomStringConvertible {
    /// The name of the state with its dates, such as `open since 2026-01-01T00:00:00Z until 2026-01-01T00:00:30Z`.
    public var description: String {
        switch self {
        case .closed: "closed"
        case .open(let since, let until): "open since \(since.formatted(.iso8601)) until \(until.formatted(.iso8601))"
        case .halfOpen(let since): "half-open and has been failing since \(since.formatted(.iso8601))"
        }
    }
}

extension CircuitBreaker.Transition: CustomStringConvertible {
    /// The key and the state after the change, such as `https://api.example.com: closed`.
    public var description: String { "\(key): \(to)" }
}

/// An error for a request that a ``CircuitBreaker`` does not send, because recent requests have failed.
public struct CircuitOpenError: Error, Sendable, Hashable {
    /// The key of the circuit, by default the scheme, host and port of the request.
    public let key: String

    /// When the circuit last left the closed state.
    public let since: Date

    /// When the first probe is permitted, or `nil` if the circuit is half-open and waits for the outcomes of its
    /// probes.
    public let until: Date?
}

extension CircuitOpenError: CustomStringConvertible {
    /// A message such as `not sent: the circuit for https://api.example.com is open since 2026-01-01T00:00:00Z until
    /// 2026-01-01T00:00:30Z. Send the request again after that time`.
    public var description: String {
        let state = until.map { CircuitBreaker.State.open(since: since, until: $0) } ?? .halfOpen(since: since)
        let advice = until == nil ? "Retry later, or observe `transitions`" : "Send the request again after that time"
        return "not sent: the circuit for \(key) is \(state). \(advice)"
    }
}

internal import RillHTTP

/// The requests that share a limit.
public enum LimitTarget: Sendable, Hashable {
    /// Each server has its own limit. A server is identified by scheme, host and port.
    case eachHost

    /// All requests share one limit.
    case allHosts

    /// Returns the key of the limit that applies to a request.
    func key(for request: HTTPRequest) -> String {
        switch self {
        case .eachHost: request.origin
        case .allHosts: ""
        }
    }
}

/// An error for a request that is rejected because too many requests are already waiting.
public struct QueueFullError: Error, Sendable, CustomStringConvertible {
    /// The number of waiting requests.
    public let count: Int

    /// A message such as `the queue is full: 100 requests are already waiting. Retry later, or increase maxWaiting`.
    public var description: String {
        if count == 0 { return "the limit is reached, and maxWaiting is 0. Retry later, or increase maxWaiting" }
        let requests = count == 1 ? "1 request is" : "\(count) requests are"
        return "the queue is full: \(requests) already waiting. Retry later, or increase maxWaiting"
    }
}

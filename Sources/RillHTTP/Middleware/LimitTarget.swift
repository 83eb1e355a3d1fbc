/// What a limit counts together.
public enum LimitTarget: Sendable, Hashable {
    /// The requests to each server for themselves: scheme, host and port.
    case eachHost

    /// All requests.
    case allHosts

    /// The name under which a request is counted.
    func key(for request: HTTPRequest) -> String {
        switch self {
        case .eachHost: request.origin
        case .allHosts: ""
        }
    }
}

/// Too many requests wait already for one more to wait behind them.
public struct TooManyWaitingError: Error, Sendable, CustomStringConvertible {
    /// How many wait.
    public let count: Int

    init(count: Int) {
        self.count = count
    }

    /// `100 requests wait for their turn already`.
    public var description: String { "\(count) requests wait for their turn already" }
}

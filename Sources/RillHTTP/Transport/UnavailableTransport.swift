public import Rill

/// Stands in where there is no way to the network: fails every request with the reason.
public struct UnavailableTransport: Transport {
    private let reason: String

    /// Creates a transport that sends nothing.
    ///
    /// - Parameter reason: What is missing and what to do about it, for a person.
    public init(reason: String) {
        self.reason = reason
    }

    /// Fails.
    ///
    /// ## Errors
    /// ``TransportError/Code/unavailable``, always.
    ///
    /// - Parameters:
    ///   - request: Not sent.
    ///   - body: Not sent.
    /// - Returns: An observable that fails at once.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .error(TransportError(.unavailable, reason))
    }
}

public import Rill

/// A transport that fails every request, for platforms without network access.
public struct UnavailableTransport: Transport {
    private let reason: String

    /// Creates a transport that fails every request.
    ///
    /// - Parameter reason: The error text: the missing component and how to install it.
    public init(reason: String) {
        self.reason = reason
    }

    /// Fails with ``TransportError/Code/unavailable``.
    ///
    /// ## Errors
    /// ``TransportError/Code/unavailable``.
    ///
    /// - Parameters:
    ///   - request: The request, which is not sent.
    ///   - body: The request body, which is not sent.
    /// - Returns: An observable that fails immediately.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .error(TransportError(.unavailable, reason))
    }
}

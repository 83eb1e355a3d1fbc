package import Rill

/// A transport that fails every request with the code `unavailable`, for platforms without network access.
package struct UnavailableTransport: Transport {
    private let reason: String

    /// Creates a transport with an error text: the missing component and how to install it.
    package init(reason: String) {
        self.reason = reason
    }

    package func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .error(TransportError(.unavailable, reason))
    }
}

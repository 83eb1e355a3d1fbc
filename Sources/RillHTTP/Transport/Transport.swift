public import Rill

/// The one seam to the network: sends a request, and tells what comes back.
///
/// A transport knows nothing of APIs: it judges no status, follows no redirect, keeps no cookie and retries nothing. All of that
/// lies above it, so that it works with every transport and can be tested with a stub. It may send an idempotent request
/// again when a connection that it used before was closed without a response, and must never do so with any other request.
public protocol Transport: Sendable {
    /// Sends a request to the server that it names.
    ///
    /// Every subscription is an exchange of its own. Disposal gives the exchange up: nothing follows, and the connection
    /// is let go. A transport that can park holds the body back while its subscriber is paused.
    ///
    /// ## Errors
    /// ``TransportError`` and nothing else.
    ///
    /// - Parameters:
    ///   - request: Whom to ask for what; what ``RillHTTP/HTTPRequest/checkedURL()`` refuses is refused.
    ///   - body: What to send after the head; nil for none, which is not the same as an empty one.
    /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed.
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent>
}

/// One thing that happens in an exchange.
public enum TransportEvent: Sendable, Hashable {
    /// The status and the header fields of the answer; comes once, before everything else.
    case head(HTTPResponse)

    /// A piece of the answer's body, content coding taken off; where it was cut means nothing.
    case chunk([UInt8])
}

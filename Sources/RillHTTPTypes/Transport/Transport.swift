public import Rill

/// A type that sends HTTP requests over the network.
///
/// A transport does not interpret status codes, follow redirects, store cookies or retry. These features are
/// implemented on top of it, so that they work with every transport and can be tested with a stub.
///
/// ## Resends
/// A transport may send an idempotent request again when a reused connection closes without a response. It must not
/// send a request again whose ``HTTPRequest/isIdempotent`` is `false`. The only exception is status 417 (Expectation
/// Failed) in response to a request with an `Expect` field: the server has rejected the request, and the transport may
/// send it again without the field.
///
/// These transports cannot always comply:
///
/// - URLSession on Apple platforms can send a request again by itself if its method is idempotent, even if the request
///   is declared as not idempotent.
/// - `CurlTransport` with a libcurl older than 7.80 can send any request again over HTTP/2.
///
/// ## Upgrades
/// A request with the fields `Upgrade` and `Connection: Upgrade` asks the server to switch to another protocol, such as
/// WebSocket. If the head of the response has the status 101, the connection belongs to that protocol: the body of the
/// request is sent as it is, without a transfer coding, and the chunks of the response contain the bytes of the server. Both
/// have back-pressure and no time limit. The body should emit nothing before the head of the response has arrived. Its end is
/// not visible to the server: the connection stays open until the server closes it or the subscription is disposed.
/// `CurlTransport` supports upgrades over HTTP/1.1; URLSession does not.
///
/// ## Reports
/// A transport can report its resends and metrics to the ``HTTPRequest/transportDelegate`` of the request. They appear in
/// ``ExchangeMetrics``, in errors, and in the calls of instruments.
public protocol Transport: Sendable {
    /// The servers and the user of the transport.
    ///
    /// A `ResponseCache` uses the responses of one transport for the requests of another only if their identities are
    /// equal. The default implementation returns ``TransportIdentity/unknown``, with which nothing is shared with another
    /// transport. A transport that wraps another one returns its identity if it changes neither the servers nor the user,
    /// and otherwise ``TransportIdentity/adding(_:)`` of it.
    var identity: TransportIdentity { get }

    /// Sends a request.
    ///
    /// Each subscription is a separate exchange. Disposing a subscription cancels its exchange and releases the
    /// connection; no events follow. A transport with back-pressure support stops reading the body while its subscriber
    /// is paused.
    ///
    /// ## Errors
    /// Fails only with ``TransportError``.
    ///
    /// - Parameters:
    ///   - request: The request. It is rejected if ``RillHTTP/HTTPRequest/checkedURL()`` throws.
    ///   - body: The request body, or `nil` for none. `nil` differs from an empty body.
    /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent>
}

extension Transport {
    /// The identity ``TransportIdentity/unknown``.
    public var identity: TransportIdentity { .unknown }
}

/// An event of an exchange.
public enum TransportEvent: Sendable, Hashable {
    /// The status and header fields of the response. Emitted exactly once, before all chunks.
    case head(HTTPResponse)

    /// A chunk of the response body. Chunk boundaries have no meaning.
    ///
    /// A transport forwards a body with a content coding unchanged, and the client decodes `gzip` and `deflate`. The
    /// transport offers these codings, by adding `Accept-Encoding` to requests without it. A transport that decodes bodies
    /// itself removes `Content-Encoding` and `Content-Length` from the head. Middleware receives decoded bodies,
    /// with the header fields as the server sent them.
    case chunk([UInt8])
}

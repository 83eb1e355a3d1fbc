public import RillHTTPTypes

/// A transport that uses Foundation's URLSession, the default on Apple platforms.
///
/// On Apple platforms, the transport is part of `RillHTTP`. On Linux, it is in the separate library `RillURLSession`,
/// so that only programs that use it link FoundationNetworking.
///
/// Each transport has its own session, which has no cache and stores neither data on disk nor credentials nor cookies.
/// The transport does not follow redirects or respond to challenges. On Apple platforms, URLSession adds `Accept`,
/// `Accept-Encoding`, `Accept-Language`, `Connection`, and `User-Agent` if they are missing, and `Content-Type` for a
/// `POST` body without a type. The transport works around many defects of URLSession on Linux; the remaining defects are
/// listed below. `CurlTransport` has none of them.
///
/// ## Timeouts
/// URLSession does not report when a connection is established. The response head must therefore arrive within the sum
/// of `connectTimeout` and `responseTimeout`; if one of them is `nil`, there is no limit. When bytes of a body have
/// been sent, only `responseTimeout` applies, beginning with the most recent of them. The time that a request waits
/// because of `maximumConnectionsPerHost`, or for its own body, counts only toward `totalTimeout`.
///
/// ## Request bodies
/// A stream is read completely before it is sent, into memory or, if it exceeds 16 MiB, into a temporary file. A body
/// with a known length is sent with `Content-Length` up to 16 MiB. On Linux, a larger body is sent with chunked
/// transfer coding, which some servers reject. `GET` and `HEAD` requests with a body are rejected, and `Expect` is not
/// sent. If the server closes a reused connection, an idempotent request is sent again with its body.
///
/// On Apple platforms, URLSession can send a request again by itself if its method is idempotent. It does not consider
/// ``/RillHTTP/HTTPRequest/isIdempotent``, so a `PUT` that is declared as not idempotent can be sent twice.
///
/// ## Responses
/// The head has no reason phrase, and its fields are sorted by name. Fields with the same name are joined with commas,
/// except `Set-Cookie`. While the subscriber is paused or slow, the body is buffered in memory. On Apple platforms, the
/// task is suspended when the buffer is full. On Linux, this is not possible: the exchange fails with
/// ``/RillHTTP/TransportError/Code-swift.struct/tooLarge`` when more than 16 MiB are buffered.
///
/// On Apple platforms, URLSession can delay a response without `Content-Type`, or with `text/plain`, until it has ended
/// or 512 bytes of its body have arrived.
///
/// ## Options
/// These options are not supported and fail each request with `TransportError.Code.invalidOptions`:
/// `certificateAuthorityFile`, `clientCertificate`, `httpVersion`, `addressFamily`, `localAddress`, `hostOverrides`,
/// `unixSocketPath`, `pinnedPublicKeys`, `keepAliveInterval`, `addressFallbackDelay`, `resolutionLifetime`, `maximumConnections`, `decompresses = false`, and a proxy URL. On Linux, a proxy of `none` fails if the environment
/// specifies a proxy. On Apple platforms, the environment's proxy means the proxy in the system settings.
/// `maximumConnectionsPerHost` limits exchanges, which is stricter over HTTP/2.
///
/// ## Known issues on Linux
/// These defects of FoundationNetworking (6.3.1) have no workaround:
///
/// - **A server can crash the process** by sending trailers after a chunked body, a `Content-Length` of `Int.max - 1` or
///   more, or by closing the connection within the head.
/// - **Valid heads are rejected** with `TransportError.Code.malformedResponse`: fields without a space after the
///   colon, values with ISO 8859-1 bytes, status lines without a reason phrase and the space before it, and lines that end with
///   a line feed only.
/// - **Cookies are split**: `theme=dark, sid=1` in one `Set-Cookie` field becomes two fields, because URLSession joins all
///   of them with commas.
/// - **No back-pressure** for responses, and no streaming uploads. Canceling a large body takes until URLSession's queue
///   processes the cancellation, which can take several seconds. Heads over 300 KB fail, and thousands of fields are slow.
/// - **Header fields are lost**: if names differ only in case (`Link`, `link`), only the last field is reported.
/// - **The body of a redirect is lost** if its `Location` is missing or invalid. Unless its `Content-Length` is 0, the exchange
///   fails.
/// - **Content codings are decoded by URLSession**, which accepts truncated bodies. Requests without their own `Accept-Encoding`
///   are therefore sent with `identity`.
/// - **No custom trust**, no client certificates, and no proxy except the one specified by the environment. TLS errors
///   are classified by the messages of the TLS library.
/// - **Requests are changed**: header names are capitalized, and repeated fields are joined. IPv6 addresses and paths with `.`
///   or `..` are rejected.
/// - **Bytes on an idle connection** are treated as the next response.
/// - **Requests are resent** when a reused connection closes without a response. Each request that is not idempotent therefore
///   has its own session and connection. Resends of requests without a body are not reported.
/// - **One queue per process** serves all sessions: about 4,300 requests per second in total.
/// - Exiting the process while requests run can crash in OpenSSL. Call ``shutDown()`` first.
public struct URLSessionTransport: Transport {
    private let engine: URLSessionEngine
    private let options: TransportOptions
    private let identitySource: IdentitySource
    private let validationError: TransportError?

    /// Creates a transport with its own connections.
    ///
    /// - Parameter options: The transport options. Invalid and unsupported options fail each request. Defaults to
    ///   `TransportOptions()`.
    public init(options: TransportOptions = TransportOptions()) {
        engine = URLSessionEngine(options)
        self.options = options
        identitySource = IdentitySource(options)
        validationError = options.validationError ?? options.urlSessionValidationError
    }

    /// The identity of the options, which is equal for transports with the same proxy and user agent, also in another process.
    public var identity: TransportIdentity { identitySource.identity }

    /// Fails all exchanges with ``/RillHTTP/TransportError/Code-swift.struct/cancelled`` and ends the session.
    ///
    /// Returns without waiting. Requests that are sent later fail with the same error. A transport that is no longer
    /// referenced ends its session when its last exchange has ended.
    public func shutDown() {
        engine.core.close()
    }

    /// Sends a request.
    ///
    /// Disposing the subscription closes the connection. Events are delivered serially on global queues.
    ///
    /// ## Errors
    /// Fails only with ``/RillHTTP/TransportError``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil` for none.
    /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        Observable.create { [engine, options, validationError] observer in
            do {
                if let validationError { throw validationError }
                let call = try URLSessionCall(request, body, options)
                let exchange = URLSessionExchange(call, observer, options, on: engine, request.transportDelegate)
                exchange.start()
                return Disposable { exchange.cancel() }
            } catch {
                observer.onError(error)
                return .none
            }
        }
    }
}

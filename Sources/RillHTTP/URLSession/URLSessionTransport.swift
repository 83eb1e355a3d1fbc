public import Rill

#if canImport(FoundationNetworking)
    public import RillHTTP
#endif

/// Sends requests through Foundation's URLSession: the default on Apple platforms, a choice on Linux.
///
/// On Linux it is in a library of its own, `RillURLSession`, so that only programs that want it link FoundationNetworking;
/// on Apple platforms it is a part of `RillHTTP`.
///
/// Each transport has one session, which keeps nothing on disk, no cache, no credentials, and cookies only if asked. It
/// follows no redirection, answers no challenge and adds no field of its own. Many faults that URLSession has on Linux are
/// worked around here; those that cannot be are listed below. ``CurlTransport`` has none of them.
///
/// ## Time
/// `responseTimeout` alone cannot be told from `connectTimeout`, as URLSession does not say when a connection has come
/// about: the head has to come within both together, or there is no limit if one of them is nil. Once bytes of a body
/// have been sent, `responseTimeout` counts alone, from the latest of them. Time in which a request waits for
/// `maximumConnectionsPerHost`, or for its own body, counts for `totalTimeout` only.
///
/// ## Bodies
/// A stream is read to its end before it is sent: into memory, and beyond 16 MiB into a temporary file. A body of a
/// known length is announced with `Content-Length` up to 16 MiB; on Linux a larger one is sent chunked, which some
/// servers refuse. A `GET` or `HEAD` with a body is refused, and `Expect` is not sent.
/// When the server has closed a connection that was used before, an idempotent request is sent again with its body from the
/// beginning.
///
/// ## The answer
/// The head has no reason phrase, and its fields are sorted by name. Fields of one name are one field, joined by commas;
/// `Set-Cookie` is taken apart again. While the subscriber is paused, or slow, the body waits in memory. On Apple platforms
/// the server is held back meanwhile. On Linux it cannot be: when more than 16 MiB wait, the exchange fails with
/// ``TransportError/Code-swift.struct/tooLarge``.
///
/// ## Options
/// These fail each request with ``TransportError/Code-swift.struct/invalidOptions`` if they are used:
/// `certificateAuthorityFile`, `clientCertificate`, `httpVersion`, `addressFamily`, `localAddress`, `maximumConnections`,
/// `decompresses = false`, a proxy by its address; and on Linux no proxy, where the environment names one. On Apple
/// platforms the environment's proxy is that of the system's settings. `maximumConnectionsPerHost` counts exchanges,
/// which is stricter over HTTP/2.
///
/// ## What cannot be cured on Linux
/// These lie in FoundationNetworking (6.3.1), below everything that can be done here:
///
/// - **A server can end the process**: by trailers behind a chunked body, and by closing the connection inside the head.
/// - **Legal heads are refused**: no blank behind a colon, an ISO 8859-1 byte in a value, a status line without a reason
///   and its blank, and lines that end with a line feed alone. They fail with
///   ``TransportError/Code-swift.struct/malformedResponse``.
/// - **No back-pressure**, as said above, and no stream that is sent while it is made. To give up a body that floods in
///   takes until URLSession's queue comes to it: up to some tenths of a second. Over 300 KB of fields fail, and thousands of
///   fields take long.
/// - **Fields are lost**: of fields of one name in different case (`Link`, `link`) only the last survives.
/// - **The body of a redirection is lost** if it has no `Location`, or one that is no address. Unless it was announced to
///   be empty, the exchange fails.
/// - **No trust but the system's**, no client certificate, no proxy but the environment's; failures of TLS are told apart by
///   the words of the TLS library.
/// - **Requests are changed**: names of fields are written in capitals, several fields of one name are joined, and IPv6
///   addresses and paths with `.` or `..` are refused.
/// - **Bytes on an idle connection** are taken for the next response.
/// - **Requests are sent again** when a connection that was used before is closed without a response. Therefore every request
///   that is not idempotent has a session and a connection of its own. Repeats of requests without a body are not reported.
/// - **One queue for the whole process** serves all sessions: about 4,300 requests in a second, whatever their number.
/// - The end of the process while requests run can crash in OpenSSL; shut the transport down first.
public struct URLSessionTransport: Transport {
    private let engine: URLSessionEngine
    private let options: TransportOptions
    private let flaw: TransportError?

    /// Makes a transport with connections of its own.
    ///
    /// - Parameter options: How to reach servers; options that cannot be used fail each request.
    public init(options: TransportOptions = TransportOptions()) {
        engine = URLSessionEngine(options)
        self.options = options
        flaw = options.flaw ?? options.urlSessionFlaw
    }

    /// Ends all exchanges with ``TransportError/Code-swift.struct/cancelled``, and the session with them.
    ///
    /// It does not wait for that. Requests that are sent later fail in the same way. A transport that nobody holds any more
    /// ends its session by itself when it runs no exchange.
    public func shutDown() {
        engine.core.close()
    }

    /// Sends a request to the server that it names.
    ///
    /// Disposal drops the connection. Head and chunks are delivered on queues of the system, a queue for each exchange.
    ///
    /// ## Errors
    /// ``TransportError`` and nothing else.
    ///
    /// - Parameters:
    ///   - request: Whom to ask for what.
    ///   - body: What to send after the head; nil for none.
    /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        send(request, body: body) { _ in }
    }
}

extension URLSessionTransport: RepeatingTransport {
    package func send(
        _ request: HTTPRequest, body: HTTPBody?, onRepeat: @escaping @Sendable (TransportError) -> Void
    ) -> Observable<TransportEvent> {
        Observable.create { [engine, options, flaw] observer in
            do {
                if let flaw { throw flaw }
                let call = try URLSessionCall(request, body, options)
                let exchange = URLSessionExchange(call, observer, options, on: engine, onRepeat)
                exchange.begin()
                return Disposable { exchange.cancel() }
            } catch {
                observer.onError(error)
                return .none
            }
        }
    }
}

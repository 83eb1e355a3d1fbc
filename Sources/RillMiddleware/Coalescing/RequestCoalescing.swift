public import Rill
public import RillHTTP

/// A middleware that coalesces identical concurrent requests into one exchange.
///
///     let client = Client(baseURL: "https://qiita.com/api/v2", middleware: [RequestCoalescing()])
///
/// `GET` requests without a body are identical if their URLs, header fields, and attempt timeouts are equal. The first
/// request starts the exchange. Identical requests that arrive while it runs receive all of its events, starting with the
/// response head. An error is delivered to all of them. The exchange is canceled when the last subscriber is disposed.
/// Nothing is kept after the exchange ends; use ``ResponseCache`` for that.
///
/// The body is buffered for later subscribers, up to a limit. Once the body exceeds the limit, the next request starts
/// its own exchange. The same applies after a request to the same server that can change data has received a response
/// head, and after it has ended, failed, or been canceled, because an older exchange could deliver data from before the
/// change.
///
/// While a subscriber is paused, the others can read ahead of it up to the limit. Then the transport is paused.
///
/// Copies of the middleware share exchanges, even in different clients. Requests are compared including their
/// credentials, regardless of the position of `Authentication` in the list, and the `Transport.identity` of the
/// transports. Place custom middleware that adds
/// credentials outside of this one. Credentials that inner middleware adds cannot be compared; in that case, requests are
/// coalesced only within the same client. The exchange has the context of the first request, and reports to its
/// instruments, even after the first subscriber has been disposed. Therefore,
/// also place middleware that adds header fields from ``/RillHTTP/Next/context`` outside of this one.
///
/// ## Errors
/// Adds no errors.
public struct RequestCoalescing: IdentifyingMiddleware {
    private let table: SharedExchangeTable

    /// Creates a middleware that coalesces requests.
    ///
    /// - Parameter replayLimit: The maximum number of body bytes buffered for later subscribers. Must not be negative.
    ///   Defaults to 1 MiB.
    public init(replayLimit: Int = 1 << 20) {
        precondition(replayLimit >= 0, "RequestCoalescing: replayLimit must not be negative, got \(replayLimit)")
        table = SharedExchangeTable(limit: replayLimit)
    }

    /// Joins the exchange of an identical request, or starts a new one.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body. Requests with a body are not coalesced.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange, starting with the response head.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        if request.method == .get, body == nil {
            // Compare the request including the credentials that inner middleware adds.
            guard let identified = next.inner.identified(request) else { return next(request, nil) }
            return .create { [table] observer in
                table.join(identified, for: next.call.exchange, observer) {
                    next(request, nil).context(observer.context).reportingWork(to: observer)
                }
            }
        }
        guard !request.method.isSafe else { return next(request, body) }
        let origin = request.origin
        return next(request, body).do(
            onNext: { [table] event in
                if case .head = event { table.closeAll(to: origin) }
            },
            onError: { [table] _ in table.closeAll(to: origin) },
            onDispose: { [table] in table.closeAll(to: origin) })
    }
}

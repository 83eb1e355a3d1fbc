public import Rill

/// Lets requests that are alike, and run at the same time, share one exchange.
///
///     let client = Client(baseURL: "https://qiita.com/api/v2", middleware: [InFlightSharing()])
///
/// Alike are `GET` requests without a body whose address and header fields are equal. The first begins the exchange;
/// each that comes while it runs gets all of its events from the head on. An error goes to all of them; when the last one
/// leaves, the exchange is given up. Nothing is kept after its end: that is what ``ResponseCache`` does.
///
/// What has arrived of the body is kept for those that may come, up to a bound; beyond it, the next request gets an exchange
/// of its own. So it does when a request that may change something has been answered by the same server, or has failed:
/// what an older exchange brings may be from before the change.
///
/// While a subscriber is paused, the others go on up to the bound ahead of it; then the server is held back.
///
/// The copies of a value share, also in several clients. Requests are compared with their credentials, wherever
/// ``Authentication`` is in the list. Put a middleware of your own that adds credentials further out: what it would add
/// further in is not known in time, and requests are only told apart by their clients.
///
/// ## Errors
/// Adds none.
public struct InFlightSharing: IdentifyingMiddleware {
    private let table: SharedExchangeTable

    /// Makes a middleware that shares.
    ///
    /// - Parameter replayLimit: How many bytes of a body are kept for requests that come later, zero or more.
    public init(replayLimit: Int = 1 << 20) {
        precondition(replayLimit >= 0, "InFlightSharing needs a limit of zero or more, got \(replayLimit)")
        table = SharedExchangeTable(limit: replayLimit)
    }

    /// Joins the exchange of an equal request, or begins one.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body; with one, the exchange is not shared.
    ///   - next: What lies further in.
    /// - Returns: The events of the exchange, from the head on.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        if request.method == .get, body == nil {
            // Compared with the credentials that are put on it further in.
            guard let identified = next.inner.identified(request) else { return next(request, nil) }
            return .create { [table] observer in table.join(identified, observer) { next(request, nil) } }
        }
        guard !request.method.isSafe else { return next(request, body) }
        let origin = request.origin
        return next(request, body).do(
            onNext: { [table] event in
                if case .head = event { table.closeAll(to: origin) }
            },
            onError: { [table] _ in table.closeAll(to: origin) })
    }
}

public import RillHTTP

extension Transport {
    /// Returns a transport that coalesces identical concurrent requests into one exchange.
    ///
    ///     let client = Client(
    ///         baseURL: "https://qiita.com/api/v2", transport: makeDefaultTransport().coalescing())
    ///
    /// `GET` requests without a body are identical if their URLs and header fields are equal, including their credentials.
    /// Request IDs, idempotency keys, trace contexts and dates are not compared. A request that middleware sends again, hedges,
    /// or redirects is identical only to requests with the same number in their calls.
    ///
    /// The exchange starts with the first subscriber. Later ones receive the same head and the same chunks from the
    /// beginning. No more subscribers join when the response has ended, has an error status, or exceeds `replayLimit`, or
    /// when a request to the same server that can change data has received a response head, failed, or been canceled,
    /// because an older exchange could deliver data from before the change. The exchange is canceled when its last
    /// subscriber is disposed.
    ///
    /// While a subscriber is paused, the others can read ahead of it up to the limit. Then this transport is paused.
    ///
    /// The exchange sends the request of the first subscriber, with its request ID and context, and reports to it, even
    /// after it has been disposed. Other subscribers receive no metrics. `Set-Cookie` and `Authentication-Info` are delivered
    /// only to the first subscriber that receives the head, because two users must not receive one session. Clients share
    /// exchanges if they use the same returned transport.
    ///
    /// ## Errors
    /// Adds no errors.
    ///
    /// - Parameter replayLimit: The maximum number of body bytes buffered for later subscribers. Must not be negative.
    ///   Defaults to 1 MiB.
    /// - Returns: A transport with the identity of this one.
    public func coalescing(replayLimit: Int = 1 << 20) -> some Transport {
        precondition(replayLimit >= 0, "coalescing: replayLimit must not be negative, got \(replayLimit)")
        return CoalescingTransport(base: self, table: SharedExchangeTable(limit: replayLimit))
    }
}

/// A transport that joins the exchanges of identical requests.
private struct CoalescingTransport: Transport {
    let base: any Transport
    let table: SharedExchangeTable

    var identity: TransportIdentity { base.identity }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        if request.method == .get, body == nil {
            return .create { [base, table] observer in
                table.join(request, observer) {
                    observer.reportingWork(of: base.send(request, body: nil).context(observer.context))
                }
            }
        }
        guard !request.method.isSafe else { return base.send(request, body: body) }
        let origin = request.origin
        return base.send(request, body: body).do(
            onNext: { [table] event in
                if case .head = event { table.closeAll(to: origin) }
            },
            onError: { [table] _ in table.closeAll(to: origin) },
            onDispose: { [table] in table.closeAll(to: origin) })
    }
}

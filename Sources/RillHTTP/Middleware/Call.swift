public import RillHTTPTypes

/// The call to which a request belongs: one subscription to a response of the client.
///
/// All middleware of a call share this object, and so do its retries and redirects.
///
///     log("attempt \(next.call.attempts + 1): " + next.call.redacted(text, for: request))
///
/// A middleware stores its own values under a key, which is a type:
///
///     enum SpanKey: StreamContextKey {
///         static let defaultValue: String? = nil
///     }
///
///     next.call[SpanKey.self] = "00f067aa0ba902b7"
public final class Call: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The scheduler of the client, for delays and times.
    public let scheduler: any Scheduler

    /// The exchange, or `nil` if a test calls the middleware directly.
    private let exchange: Exchange?

    private let lock = Lock()

    /// The requests that a test has received, if there is no exchange.
    private var sent: [HTTPRequest] = []
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// The last redactor without a request body, because the texts of most exchanges have the same secrets.
    private var lastRedactor: (requests: [HTTPRequest], redactor: Redactor)?

    /// Creates a call, which has no exchange in a test that calls a middleware directly.
    init(_ exchange: Exchange? = nil, scheduler: any Scheduler) {
        self.exchange = exchange
        self.scheduler = scheduler
    }

    /// Records a request that a test receives.
    func noteSent(_ request: HTTPRequest) {
        lock.withLock { sent.append(request) }
    }

    /// Returns a request with the secrets that the request of the call declares, because a middleware can send a new
    /// request instead.
    func marked(_ request: HTTPRequest) -> HTTPRequest {
        guard let original = exchange?.httpRequest, original.hasSecretResponse || !original.pathSecrets.isEmpty else {
            return request
        }
        var marked = request
        marked.hasSecretResponse = request.hasSecretResponse || original.hasSecretResponse
        marked.pathSecrets += original.pathSecrets.filter { !request.pathSecrets.contains($0) }
        return marked
    }

    /// The origin of the client's base URL, such as `https://qiita.com`, or `nil` if a test calls the middleware directly.
    public var origin: String? { exchange?.base.origin }

    /// Records whether a middleware adds credentials to requests to an origin, for the error for a status 401.
    ///
    /// - Parameters:
    ///   - origin: The origin of the request.
    ///   - reason: Why it does not add them, or `nil` if it does.
    func noteCredentials(for origin: String, withheld reason: String?) {
        exchange?.noteCredentials(for: origin, withheld: reason)
    }

    /// The number of times that a request has been passed to the transport, including retries by the transport.
    ///
    /// A response from the cache of a transport also counts as an attempt.
    public var attempts: Int { exchange?.attemptCount ?? lock.withLock { sent.count } }

    /// The last request that was passed to the transport, or `nil` if there is none.
    ///
    /// It differs from the request that a middleware has received if inner middleware changed it or followed a redirect.
    public var lastRequest: HTTPRequest? { exchange.map(\.log.sent) ?? lock.withLock { sent.last } }

    /// The value that a middleware has stored under a key, or the key's default value.
    ///
    /// A call and ``Next/context`` do not share values, so the `taskLocal` and the debug text of a key have no effect here.
    ///
    /// - Parameter key: The key.
    public subscript<Key: StreamContextKey>(key: Key.Type) -> Key.Value {
        get { lock.withLock { values[ObjectIdentifier(key)] } as? Key.Value ?? Key.defaultValue }
        set {
            // The old value is released without the lock.
            let old = lock.withLock { values.updateValue(newValue, forKey: ObjectIdentifier(key)) }
            withExtendedLifetime(old) {}
        }
    }

    /// Returns a text with the secrets of the call redacted, for logs and other output.
    ///
    /// Redacts the secrets of the given request and of all requests that the call has sent.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - request: A request that has not been sent yet, or `nil` for none. Defaults to `nil`.
    ///   - body: The body of that request. Defaults to `nil`.
    /// - Returns: The text, with control characters replaced.
    public func redacted(_ text: String, for request: HTTPRequest? = nil, body: HTTPBody? = nil) -> String {
        redactor(for: request, body: body).clean(text)
    }

    /// Returns a redactor for texts about a request that a middleware has received.
    ///
    /// It knows the secrets of this request, of the request body, and of all requests that the exchange has sent: inner
    /// middleware can add secrets, and a redirect can contain the secrets of earlier requests.
    ///
    /// - Parameters:
    ///   - request: The request, or `nil` for the requests that were sent.
    ///   - body: The request body, or `nil` if there is none.
    ///   - searchesBody: Whether the texts can contain the secrets of the body. Searching it is expensive. Defaults to
    ///     `true`.
    func redactor(for request: HTTPRequest?, body: HTTPBody?, searchesBody: Bool = true) -> Redactor {
        let others = (exchange?.log.requests ?? lock.withLock { sent }).filter { $0 != request }
        // The URL of a redirect, and its response, can contain the secrets of the body of an earlier request.
        let isRedirected = request.map { request in others.contains { !$0.hasSameTarget(as: request) } } ?? true
        let requests = others + (request.map { [$0] } ?? [])
        if let body = searchesBody || isRedirected ? body ?? exchange?.log.sentBody : nil {
            return Redactor(requests: requests, body: body)
        }
        // Equal requests can differ in the parts of their paths that are secret.
        if let last = lock.withLock({ lastRedactor }), last.requests == requests,
            last.requests.map(\.pathSecrets) == requests.map(\.pathSecrets)
        {
            return last.redactor
        }
        let redactor = Redactor(requests: requests)
        lock.withLock { lastRedactor = (requests, redactor) }
        return redactor
    }
}

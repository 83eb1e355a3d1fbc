internal import Foundation
public import Rill

extension Client {
    /// Sends a request, and reads its answer.
    ///
    ///     let tags: Observable<[Tag]> = client.send(Tags(page: 1))
    ///
    /// Nothing is sent before someone subscribes; each subscription sends anew. The way is straight: the request is made,
    /// goes through the middleware, outermost first, and through the transport; the status is judged as soon as the head
    /// is there; only an accepted body is read. The value arrives where the transport delivers. Disposal gives the
    /// exchange up, in silence.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: A cold observable: exactly one value, then completed.
    /// - Complexity: The body is kept in memory until it is complete.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        let decoder = request.decoder ?? decoder
        return exchange(for: request).map { try $0.read(with: decoder, request.response) }
    }

    /// All of an exchange but the reading of its answer, and so all that does not depend on what the answer is.
    private func exchange(for request: any Request) -> Observable<Exchange> {
        .deferred {
            let message = makeMessage(for: request)
            let exchange = Exchange(message, errorDecoder: errorDecoder, bodyLimit: bodyLimit) { request.accepts($0) }
            let timeout = request.timeout ?? self.timeout
            do {
                if let flaw = request.path.flaw { throw TransportError(.invalidURL, flaw) }
                if let timeout, timeout <= .zero {
                    throw TransportError(.invalidRequest, "its timeout is not more than zero")
                }
                var events = try events(of: exchange, body: request.body)
                if let timeout { events = events.deadline(timeout, scheduler: scheduler) }
                return events.reduce(exchange) { exchange, event in
                    try exchange.collector.take(event)
                    return exchange
                }
                .mapError { exchange.apiError(for: $0, timeout: timeout) }
            } catch {
                throw exchange.error(at: .request, error)
            }
        }
    }

    /// The request as it goes to the outermost middleware.
    private func makeMessage(for request: any Request) -> HTTPRequest {
        var base = home
        var fields = defaultFields
        if let other = request.baseURL {
            base = BaseURL(other)
            if !base.isSameOrigin(as: home) { fields.removeAll { Redactor.isSecret($0.name) } }
        }
        let own = request.headerFields
        for field in own { fields[fields: field.name] = own[fields: field.name] }
        return HTTPRequest(
            method: request.method, scheme: base.scheme, authority: base.authority,
            path: base.target(request.path, request.query), headerFields: fields)
    }

    /// Strings the middleware up before the transport.
    private func events(of exchange: Exchange, body: HTTPBody?) -> Observable<TransportEvent> {
        var message = exchange.message
        if let type = body?.contentType, !message.headerFields.contains(.contentType) {
            message.headerFields[.contentType] = type
        }
        // Each step is deferred, so that a middleware that subscribes twice runs what lies further in twice.
        let innermost: Middleware.Next = { [transport] message, body in
            .deferred {
                try exchange.note(message)
                return transport.send(message, body: body).mapError { error in
                    error is TransportError ? error : TransportError(.other, "\(error)")
                }
            }
        }
        let outermost = middleware.reversed().reduce(innermost) { next, middleware in
            { message, body in
                .deferred { try middleware.intercept(message, body: body, next: next) }
            }
        }
        return outermost(message, body)
    }
}

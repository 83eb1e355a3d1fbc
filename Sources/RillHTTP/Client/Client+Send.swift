internal import Foundation
public import Rill
internal import RillHTTPTypes

extension Client {
    /// Sends a request and decodes its response.
    ///
    ///     let tags: Observable<[Tag]> = client.send(Tags(page: 1))
    ///
    /// Nothing is sent until the observable is subscribed to, and each subscription sends the request again. The
    /// request passes through the middleware, outermost first, to the transport. The status is checked when the
    /// response head arrives, and the body is decoded only if the status is accepted. The value is delivered on the
    /// transport's thread. Disposing the subscription cancels the exchange, and no further event is delivered.
    ///
    /// ## Errors
    /// Always an ``APIError``.
    ///
    /// - Parameter request: The request.
    /// - Returns: A cold observable that emits exactly one value and completes.
    /// - Complexity: The complete body is kept in memory.
    public func send<SomeRequest: Request>(_ request: SomeRequest) -> Observable<SomeRequest.Response> {
        send(as: SomeRequest.self) { request.resolvedEndpoint }
    }

    /// Returns an observable that sends a request and parses the complete response.
    func send<Response>(
        as type: Any.Type, _ makeRequest: @escaping @Sendable () -> Endpoint<Response>
    ) -> Observable<Response> {
        send(as: type, makeRequest) { exchange, request, decoder in
            try exchange.read(with: decoder) { try request.parser.read($0, $1, decoder: decoder) }
        }
    }

    /// Returns an observable that sends a request and reads the complete response.
    ///
    /// - Parameters:
    ///   - type: The type whose name instruments receive.
    ///   - keepsBody: Whether the body is kept even if the parser of the request ignores it.
    ///   - makeRequest: A closure that returns the request for each subscription.
    ///   - read: A closure that reads the response of the exchange with the decoder of the request.
    func send<Response, Output>(
        as type: Any.Type, keepsBody: Bool = false, _ makeRequest: @escaping @Sendable () -> Endpoint<Response>,
        read: @escaping @Sendable (Exchange, Endpoint<Response>, any DataDecoder) throws -> Output
    ) -> Observable<Output> {
        let value = Observable<Output>.deferred(observing: { instrumentation in
            let request = makeRequest()
            let parser = request.parser
            let decoder = request.options.decoder ?? decoder
            let exchange = makeExchange(
                for: request, accepting: parser.accept, isBodySecret: parser.isBodySecret,
                ignoresBody: parser.ignoresBody && !keepsBody, observedBy: instrumentation)
            let events = begin(exchange, request, timeout: request.options.timeout ?? timeout)
            let value = events.transformEventsInPlace("send") { event, observer in
                if try !exchange.isComplete(with: event) { return }
                observer.onNext(try read(exchange, request, decoder))
                if !observer.isDisposed { observer.onCompleted() }
            }
            return measured(value, exchange, isSingle: true)
        })
        return instrumented(value, as: type)
    }

    /// Installs the client's instruments for a stream.
    func instrumented<Element>(_ stream: Observable<Element>, as type: Any.Type) -> Observable<Element> {
        instruments.isEmpty ? stream : stream.instrumented(by: instruments, name: "\(type)")
    }

    /// Reports the metrics of an exchange when it ends.
    ///
    /// Called when the stream is subscribed to. If `isSingle` is `true`, the exchange ends with its first element.
    func measured<Element>(
        _ elements: Observable<Element>, _ exchange: Exchange, isSingle: Bool = false
    ) -> Observable<Element> {
        let elements = elements.listedAsExchange(over: transport) {
            let request = exchange.httpRequest
            return "\(request.method) \(Redactor(request: request).url(of: request))"
        }
        if onMetrics == nil, exchange.reporter == nil { return elements }
        let report: @Sendable (Result<Void, APIError>?) -> Void = { [onMetrics] result in
            guard exchange.withLog({ $0.claimReport() }) else { return }
            let metrics = exchange.metrics(result)
            onMetrics?(metrics)
            exchange.reporter?.ended(metrics)
        }
        return elements.do(
            onNext: { _ in if isSingle { report(.success(())) } },
            onError: { error in report(.failure(exchange.apiError(for: error))) },
            onCompleted: { report(.success(())) },
            onDispose: { report(nil) })
    }

    // MARK: Exchanges

    /// Returns the error for a request that fails before it is sent, for operations that consist of several requests.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - underlying: The reason for the failure.
    ///   - wasSent: Whether parts of the content have been sent. Defaults to `false`.
    /// - Returns: An error at the stage ``APIError/Stage-swift.struct/request``, as ``send(_:)`` emits it.
    public func failure(of request: some Request, _ underlying: any Error, wasSent: Bool = false) -> APIError {
        makeExchange(for: request.resolvedEndpoint, accepting: nil).error(
            at: .request, underlying, attempts: wasSent ? 1 : nil)
    }

    func makeExchange(
        for request: Endpoint<some Any>, accepting type: String?, isBodySecret: Bool = false, ignoresBody: Bool = false,
        observedBy instrumentation: Instrumentation? = nil
    ) -> Exchange {
        var httpRequest = makeHTTPRequest(for: request)
        if let type, !httpRequest.headerFields.contains(.accept) {
            httpRequest.headerFields.append(HTTPField(name: .accept, value: type))
        }
        httpRequest.hasSecretResponse = isBodySecret
        return Exchange(
            httpRequest, request.options, request.acceptsStatus, of: self, ignoresBody: ignoresBody,
            observedBy: instrumentation)
    }

    /// Validates a request and returns the events of its exchange as the outermost middleware emits them.
    func begin(_ exchange: Exchange, _ request: Endpoint<some Any>, timeout: Duration?) -> Observable<TransportEvent> {
        exchange.reporter?.began()
        do {
            try request.validate()
            if let reason = request.path.invalidReason { throw TransportError(.invalidURL, reason) }
            if let error = request.body?.failure { throw error }
            if let timeout, timeout <= .zero {
                throw TransportError(.invalidRequest, "the timeout must be greater than zero, got \(timeout)")
            }
            if let timeout = request.options.attemptTimeout, timeout <= .zero {
                throw TransportError(.invalidRequest, "the attempt timeout must be greater than zero, got \(timeout)")
            }
            let events = try events(of: exchange, request.options.middleware, body: request.body?.keepingSent())
            guard let timeout else { return events }
            // An error of the middleware can also be a deadline.
            return events.mapError { exchange.apiError(for: $0) }.deadline(timeout, scheduler: scheduler).mapError {
                exchange.apiError(for: $0, timeout: timeout)
            }
        } catch {
            return .error(exchange.error(at: .request, error))
        }
    }

    /// Returns the HTTP request that is passed to the outermost middleware.
    func makeHTTPRequest(for request: Endpoint<some Any>) -> HTTPRequest {
        var base = parsedBaseURL
        var fields = defaultFields
        if let other = request.baseURL {
            base = BaseURL(other)
            if base.origin != parsedBaseURL.origin { fields.removeAll { !$0.name.isSafelisted } }
        }
        let own = request.headerFields
        if fields.isEmpty {
            fields = own
        } else {
            for field in own { fields[fields: field.name] = own[fields: field.name] }
        }
        var httpRequest = HTTPRequest(
            method: request.method, scheme: base.scheme, authority: base.authority,
            path: base.target(request.path, request.query), headerFields: fields)
        httpRequest.declaredIdempotency = request.options.isIdempotent
        httpRequest.pathSecrets = request.path.secrets
        return httpRequest
    }

    /// Builds the chain of middleware around the transport and sends the request through it.
    private func events(
        of exchange: Exchange, _ own: [any Middleware], body: HTTPBody?
    ) throws -> Observable<TransportEvent> {
        var httpRequest = exchange.httpRequest
        if let type = body?.contentType, !httpRequest.headerFields.contains(.contentType) {
            httpRequest.headerFields.append(HTTPField(name: .contentType, value: type))
        }
        if middleware.isEmpty, own.isEmpty, body?.isStream != true {
            return try exchange.attempt(httpRequest, body, over: transport)
        }
        // Each step is deferred so that a middleware that subscribes twice also runs the inner middleware twice.
        let innermost = Next(call: Call(exchange, scheduler: exchange.scheduler)) { [transport] httpRequest, body, _ in
            .withContext { context in
                let events = try exchange.attempt(httpRequest, body?.reading(in: context), over: transport)
                context.onSending?()
                return events
            }
        }
        return innermost.wrapped(by: own + middleware)(httpRequest, body)
    }
}

extension HTTPBody {
    /// Returns a body whose stream sees the values of a context, because the transport subscribes to it.
    fileprivate func reading(in context: StreamContext) -> HTTPBody {
        guard case .stream(let chunks, let count) = source else { return self }
        var body = self
        body.source = .stream(chunks.context(context), count: count)
        return body
    }
}

extension Next {
    /// Returns the chain of these inner middleware, wrapped by others.
    ///
    /// - Parameter outer: The outer middleware, outermost first.
    fileprivate func wrapped(by outer: [any Middleware]) -> Next {
        outer.reversed().reduce(self) { next, middleware in
            Next(call: next.call) { httpRequest, body, attempt in
                .withContext { context in
                    try middleware.intercept(httpRequest, body: body, next: next.attempt(attempt, in: context))
                }
            }
        }
    }
}

internal import Foundation
public import Rill
internal import RillHTTPTypes

extension Client {
    /// Sends a request and parses the response body as it arrives.
    ///
    ///     client.stream(Logs(), as: .lines)               // an Observable<String>
    ///
    /// The request is sent as by ``send(_:)``. If the request does not accept the status, the stream fails with the
    /// error decoded from the body. Otherwise, each chunk of the body is passed to the parser and not kept, and the
    /// transport is paused while the subscriber is paused. The client's ``timeout`` does not apply to streams, not even
    /// to the body of an error response, which ``RequestOptions/attemptTimeout`` limits. The request's own timeout does, and
    /// limits the duration of the whole stream.
    ///
    /// ## Errors
    /// Always an ``APIError``.
    ///
    /// - Parameters:
    ///   - request: The request. Its own parser is ignored.
    ///   - parser: The parser that converts the body to elements.
    /// - Returns: A cold observable that emits the parsed elements and completes.
    public func stream<Element>(_ request: some Request, as parser: StreamingParser<Element>) -> Observable<Element> {
        stream(as: type(of: request), parser) { request.resolvedEndpoint }
    }

    /// Streams the response to the request that a closure returns for each subscription, with an operator applied to the
    /// transport events before they are parsed, and with the type as its name for instruments.
    func stream<Element>(
        as type: Any.Type, _ parser: StreamingParser<Element>,
        applying transform: @escaping @Sendable (Observable<TransportEvent>) -> Observable<TransportEvent> = { $0 },
        _ makeRequest: @escaping @Sendable () -> Endpoint<some Any>
    ) -> Observable<Element> {
        let stream = Observable<Element>.deferred(observing: { instrumentation in
            let request = makeRequest()
            let decoder = request.options.decoder ?? decoder
            let exchange = makeExchange(for: request, accepting: parser.accept, observedBy: instrumentation)
            let events = accepted(transform(begin(exchange, request, timeout: request.options.timeout)), of: exchange)
            let elements = parser.parse(events, decoder) { error in
                // A parser that times out reports a transport error rather than a decoding error.
                if error is APIError || error is TransportError { return exchange.apiError(for: error) }
                let isUpgraded = exchange.collector.head?.status == .switchingProtocols
                return exchange.error(at: isUpgraded ? .transport : .decoding, error)
            }
            return measured(elements, exchange)
        })
        return instrumented(stream, as: type)
    }

    /// Returns the events of an exchange, or fails with the error decoded from the body if the status is not accepted.
    func accepted(_ events: Observable<TransportEvent>, of exchange: Exchange) -> Observable<TransportEvent> {
        events
            .compactMap { event in
                if case .chunk(let bytes) = event, exchange.isAccepted {
                    exchange.countForwarded(bytes)
                    return event
                }
                try exchange.receive(event)
                return exchange.isAccepted ? event : nil
            }
            .concat(
                .deferred {
                    try exchange.checkedResponse()
                    exchange.noteBody()
                    return .empty()
                }
            )
            .mapError { exchange.apiError(for: $0) }
    }
}

internal import Foundation
public import Rill

extension Client {
    /// Sends a request, and reads its answer while it arrives.
    ///
    ///     client.stream(Logs(), as: .lines)               // an Observable<String>
    ///
    /// The way is that of ``send(_:)`` up to the head. An answer with a status that the request does not accept fails the
    /// stream, with what its body says; the body of any other is handed on piece by piece: nothing is kept, and while
    /// the subscriber is paused, the server is held back. The client's ``timeout`` does not count here, not even for the
    /// body of a failure; the request's own does, and bounds the whole of the stream.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else.
    ///
    /// - Parameters:
    ///   - request: What to ask for; its own way to read the answer is left aside.
    ///   - parser: How the body becomes elements.
    /// - Returns: A cold observable: the elements, then completed.
    public func stream<Element>(
        _ request: some Request, as parser: StreamingParser<Element>
    ) -> Observable<Element> {
        stream(request, as: parser) { $0 }
    }

    /// The same with a guard over what comes out of the middleware, before anything is read from it.
    func stream<Element>(
        _ request: some Request, as parser: StreamingParser<Element>,
        guardedBy guardian: @escaping @Sendable (Observable<TransportEvent>) -> Observable<TransportEvent>
    ) -> Observable<Element> {
        let decoder = request.decoder ?? decoder
        return .deferred {
            let exchange = makeExchange(for: request, accepting: parser.accept)
            let events = accepted(guardian(begin(exchange, request, timeout: request.timeout)), of: exchange)
            let elements = parser.elements(of: events, decoder: decoder).mapError { error -> any Error in
                // A parser that gives up waiting speaks of the way, and not of what it has read.
                if error is APIError || error is TransportError { return exchange.apiError(for: error) }
                return exchange.error(at: .decoding, error)
            }
            return measured(elements, exchange)
        }
    }

    /// The events of an exchange if its status is accepted, else the error that its body tells.
    func accepted(_ events: Observable<TransportEvent>, of exchange: Exchange) -> Observable<TransportEvent> {
        events
            .compactMap { event in
                if case .chunk(let bytes) = event, exchange.collector.isAccepted {
                    exchange.collector.pass(bytes)
                    return event
                }
                try exchange.take(event)
                return exchange.collector.isAccepted ? event : nil
            }
            .concat(
                .deferred {
                    _ = try exchange.checkedHead()
                    exchange.log.noteBody()
                    return .empty()
                }
            )
            .mapError { exchange.apiError(for: $0) }
    }
}

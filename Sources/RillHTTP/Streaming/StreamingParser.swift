public import RillHTTPTypes

/// A parser that converts the chunks of a streamed body to elements.
///
///     let entries = client.stream(Logs(), as: .ndjson(of: Entry.self))
///
/// Use a ``ResponseParser`` to parse complete responses.
public struct StreamingParser<Element: Sendable>: Sendable {
    /// The media type for the `Accept` field if the request and the client specify none.
    ///
    /// `nil` omits the field.
    public let accept: String?

    typealias ErrorTransform = @Sendable (any Error) -> any Error

    let parse: @Sendable (Observable<TransportEvent>, any DataDecoder, ErrorTransform?) -> Observable<Element>

    /// Creates a parser from a closure.
    ///
    /// - Parameters:
    ///   - accept: The media type for the `Accept` field. Defaults to `nil`, which omits the field.
    ///   - parse: A closure that returns the elements. It receives the events of the exchange (a head with an accepted
    ///     status, then chunks), which support back-pressure and must be subscribed to once, and the JSON decoder of
    ///     the request or of the client. Errors other than those of the exchange fail the stream with an ``APIError``
    ///     at ``APIError/Stage-swift.struct/decoding``.
    public init(
        accept: String? = nil,
        _ parse: @escaping @Sendable (Observable<TransportEvent>, any DataDecoder) -> Observable<Element>
    ) {
        self.accept = accept
        // Here, unlike in the client, the compiler knows the type of the elements, which pass through the operator.
        self.parse = { exchange, decoder, transform in
            let elements = parse(exchange, decoder)
            return transform.map { elements.mapError($0) } ?? elements
        }
    }

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - exchange: The events of the exchange: a head, then chunks.
    ///   - decoder: The JSON decoder.
    /// - Returns: An observable of the elements.
    public func elements(of exchange: Observable<TransportEvent>, decoder: any DataDecoder) -> Observable<Element> {
        parse(exchange, decoder, nil)
    }
}

extension StreamingParser<[UInt8]> {
    /// Emits the decompressed chunks of the body as they are received.
    public static let chunks = StreamingParser { exchange, _ in exchange.chunks }
}

extension Observable<TransportEvent> {
    /// The chunks of the body, without the head.
    public var chunks: Observable<[UInt8]> {
        compactMap { event in
            guard case .chunk(let bytes) = event else { return nil }
            return bytes
        }
    }
}

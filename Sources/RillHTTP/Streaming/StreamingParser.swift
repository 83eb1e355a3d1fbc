public import Foundation
public import Rill

/// Reads an answer while it arrives: how the chunks of a body become elements.
///
///     let entries = client.stream(Logs(), as: .ndjson(of: Entry.self))
///
/// What reads a complete answer is a ``ResponseParser``.
public struct StreamingParser<Element: Sendable>: Sendable {
    /// The media type that is asked for, where the request and the client name none; nil to ask for none.
    public let accept: String?

    private let parse: @Sendable (Observable<TransportEvent>, JSONDecoder) -> Observable<Element>

    /// Makes a parser out of a closure.
    ///
    /// - Parameters:
    ///   - accept: The media type that it reads, for the `Accept` field; nil for any.
    ///   - parse: Takes the exchange, whose status was accepted, to be subscribed to once: a head, then chunks, which park while
    ///     their subscriber is paused; and the decoder of the request or else of the client. Errors of its own fail the stream
    ///     with an ``APIError`` at ``APIError/Stage-swift.struct/decoding``.
    public init(
        accept: String? = nil,
        _ parse: @escaping @Sendable (Observable<TransportEvent>, JSONDecoder) -> Observable<Element>
    ) {
        self.accept = accept
        self.parse = parse
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - exchange: A head, then chunks.
    ///   - decoder: Reads JSON.
    /// - Returns: The elements.
    public func elements(of exchange: Observable<TransportEvent>, decoder: JSONDecoder) -> Observable<Element> {
        parse(exchange, decoder)
    }
}

extension StreamingParser<[UInt8]> {
    /// The chunks of the body as they arrive, decompressed.
    public static let chunks = StreamingParser { exchange, _ in exchange.chunks }
}

extension Observable<TransportEvent> {
    /// The chunks of the body without the head.
    public var chunks: Observable<[UInt8]> {
        compactMap { event in
            guard case .chunk(let bytes) = event else { return nil }
            return bytes
        }
    }
}

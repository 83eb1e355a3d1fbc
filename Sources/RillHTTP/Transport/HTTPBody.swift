public import Foundation
public import Rill

/// The body of a request: what it consists of, and what type of thing it is.
///
///     var body: HTTPBody? { get throws { try .json(draft) } }
///
/// For now a body lies in memory. Transports read it through ``chunks``, so that files and streams can come later.
public struct HTTPBody: Sendable, Hashable {
    /// The media type, `application/json` for example.
    ///
    /// It is sent as `Content-Type`, unless the request has such a field already; nil to send none.
    public var contentType: String?

    private let storage: [UInt8]

    /// Creates a body from bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes as they are sent.
    ///   - contentType: The media type.
    public init(_ bytes: [UInt8], contentType: String? = "application/octet-stream") {
        storage = bytes
        self.contentType = contentType
    }

    /// Creates a body from data.
    ///
    /// - Parameters:
    ///   - data: The bytes as they are sent.
    ///   - contentType: The media type.
    public init(_ data: Data, contentType: String? = "application/octet-stream") {
        self.init([UInt8](data), contentType: contentType)
    }

    /// Creates a body from text, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: The media type.
    public init(_ text: String, contentType: String? = "text/plain; charset=utf-8") {
        self.init([UInt8](text.utf8), contentType: contentType)
    }

    /// Encodes a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: How to encode it; one that sorts the keys if left out, so that equal values make equal bodies.
    /// - Returns: The body, of type `application/json`.
    /// - Throws: The encoder's error.
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) throws -> HTTPBody {
        let sorting = JSONEncoder()
        sorting.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return HTTPBody(try (encoder ?? sorting).encode(value), contentType: "application/json")
    }

    /// Encodes pairs as a form, `name=value&name=value`.
    ///
    /// - Parameter items: The pairs, in order.
    /// - Returns: The body, of type `application/x-www-form-urlencoded`.
    public static func form(_ items: QueryItems) -> HTTPBody {
        HTTPBody([UInt8](items.encoded.utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// How many bytes there are; nil where that is not known before they have been read.
    public var count: Int? { storage.count }

    /// The bytes, if they lie in memory; nil if they can only be read as chunks.
    public var bytes: [UInt8]? { storage }

    /// The bytes as a stream, for a transport to read.
    ///
    /// Each subscription reads from the beginning, which an exchange that is tried again needs. The stream parks.
    public var chunks: Observable<[UInt8]> { storage.isEmpty ? .empty() : .just(storage) }
}

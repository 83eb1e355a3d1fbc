public import Foundation
public import Rill

/// The body of a request: what it consists of, and what type of thing it is.
///
///     var body: HTTPBody? { get throws { try .json(draft) } }
///     var body: HTTPBody? { .file("/tmp/photo.jpeg", contentType: "image/jpeg") }
///
/// A body lies in memory, in a file, or comes as a stream. Files and streams are read while they are sent, no faster than
/// the server takes them.
public struct HTTPBody: Sendable {
    /// The media type, `application/json` for example.
    ///
    /// It is sent as `Content-Type`, unless the request has such a field already; nil to send none.
    public var contentType: String?

    var source: Source

    /// What has been sent of a stream.
    var sent: SentBytes?

    /// Is told how far the sending has got.
    package private(set) var report: (@Sendable (TransferProgress) -> Void)?

    enum Source: Sendable {
        case bytes([UInt8])
        case file(String)
        case stream(Observable<[UInt8]>, count: Int?)
    }

    private init(_ source: Source, contentType: String?) {
        self.source = source
        self.contentType = contentType
    }

    // MARK: In memory

    /// Creates a body from bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes as they are sent.
    ///   - contentType: The media type.
    public init(_ bytes: [UInt8], contentType: String? = "application/octet-stream") {
        self.init(.bytes(bytes), contentType: contentType)
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

    // MARK: Elsewhere

    /// Sends a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - path: Where it lies. It is opened when the request is sent; one that cannot be read fails the request.
    ///   - contentType: The media type.
    /// - Returns: The body; its length is that of the file when it is opened.
    public static func file(_ path: String, contentType: String? = "application/octet-stream") -> HTTPBody {
        HTTPBody(.file(path), contentType: contentType)
    }

    /// Sends a stream of pieces, as they come.
    ///
    /// Each attempt to send the body subscribes anew, so that the stream has to begin at the beginning for each. One that
    /// parks is read no faster than the server takes it; of one that cannot, 16 MiB may wait before the request fails.
    ///
    /// - Parameters:
    ///   - chunks: The pieces.
    ///   - count: How many bytes they have together: then the body is sent with a `Content-Length`, and a stream of another
    ///     length fails the request. Nil if that is not known: then it is sent chunked.
    ///   - contentType: The media type.
    /// - Returns: The body.
    public static func stream(
        _ chunks: Observable<[UInt8]>, count: Int? = nil, contentType: String? = "application/octet-stream"
    ) -> HTTPBody {
        HTTPBody(.stream(chunks, count: count), contentType: contentType)
    }

    // MARK: Progress

    /// The same body, which tells how far the sending has got.
    ///
    /// - Parameter report: Told each time the transport has taken some bytes to send, where that happens, and once more
    ///   from the beginning where the body is sent again. It must not block.
    /// - Returns: The body.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> HTTPBody {
        var body = self
        body.report = report
        return body
    }

    // MARK: Reading

    /// How many bytes there are; nil where that is not known before they have been read, or the file cannot be read.
    public var count: Int? {
        switch source {
        case .bytes(let bytes): bytes.count
        case .file(let path): try? FileChunks.size(of: path)
        case .stream(_, let count): count
        }
    }

    /// The bytes, if they lie in memory; nil if they can only be read as chunks.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = source { bytes } else { nil }
    }

    /// Whether it is a stream that is announced to be empty.
    package var isAnnouncedAsEmptyStream: Bool {
        if case .stream(_, count: 0) = source { true } else { false }
    }

    /// Where the bytes lie, if that is a file.
    package var filePath: String? {
        if case .file(let path) = source { path } else { nil }
    }

    /// The bytes as a stream.
    ///
    /// Each subscription reads from the beginning, which an exchange that is tried again needs. Bytes and files park.
    public var chunks: Observable<[UInt8]> {
        switch source {
        case .bytes(let bytes): bytes.isEmpty ? .empty() : .just(bytes)
        case .file(let path): FileChunks.read(path)
        case .stream(let chunks, _): chunks
        }
    }

    /// Makes sure that there is something to send.
    ///
    /// - Returns: How many bytes there are; nil where that is not known before they have been read.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if the file cannot be read, or the count is negative.
    package func checkedCount() throws(TransportError) -> Int? {
        switch source {
        case .file(let path):
            do {
                return try FileChunks.size(of: path)
            } catch {
                throw TransportError(.invalidRequest, "\(error)")
            }
        case .stream(_, let count?) where count < 0:
            throw TransportError(.invalidRequest, "its body is announced with \(count) bytes")
        default:
            return count
        }
    }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
    /// How much there is of what type, without any of it: `18 bytes of application/json`.
    public var description: String {
        let amount = count.map { "\($0) bytes" } ?? "an unknown number of bytes"
        return contentType.map { "\(amount) of \($0)" } ?? amount
    }

    /// The same: what `dump` prints.
    public var customMirror: Mirror { Mirror(self, children: ["content": description], displayStyle: .struct) }
}

public import Rill

/// A middleware that compresses request bodies with gzip and adds `Content-Encoding: gzip`.
///
///     let client = Client(baseURL: "https://logs.example", middleware: [RequestCompression()])
///
/// Use it only for servers that accept compressed requests. Others usually respond with status 415 or 400. To compress the
/// body of one request only, add it to ``Request/middleware``.
///
/// A body in memory is compressed before it is sent, on the thread of the subscriber, and sent uncompressed if that does not
/// reduce its size. Files and streams are compressed during the upload, with bounded memory, and again from the beginning
/// for each attempt. Their compressed length is unknown, so they are sent with chunked transfer coding. The progress of the
/// upload counts compressed bytes.
///
/// Bodies below the minimum size, requests that already have a `Content-Encoding`, and requests with a `Content-Range` are
/// not changed. Place it inside ``FollowRedirects``, outside ``Retry``, and outside of middleware that signs bodies or their
/// header fields. Compression can reveal secrets in a body to observers of its length if attackers determine another part of
/// the same body.
///
/// Transports decompress responses themselves; see ``TransportOptions/decompresses``.
///
/// ## Errors
/// ``TransportError/Code-swift.struct/invalidRequest`` before anything is sent if the system's zlib cannot be loaded.
public struct RequestCompression: IdentifyingMiddleware {
    /// The minimum length of compressed bodies in bytes.
    public let minimumSize: Int

    private let library: Result<ZLib, TransportError>

    /// Creates a middleware that compresses request bodies.
    ///
    /// - Parameter minimumSize: The minimum length of compressed bodies in bytes. Bodies of unknown length are compressed.
    ///   Must not be negative. Defaults to 1,024.
    public init(minimumSize: Int = 1_024) {
        self.init(minimumSize: minimumSize, library: ZLib.library)
    }

    init(minimumSize: Int, library: Result<ZLib, TransportError>) {
        precondition(minimumSize >= 0, "RequestCompression requires a minimumSize of at least 0, got \(minimumSize)")
        self.minimumSize = minimumSize
        self.library = library
    }

    /// Compresses the body and sends the request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    /// - Throws: ``TransportError`` if the body cannot be compressed.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) throws -> Observable<TransportEvent> {
        guard let body, !request.headerFields.contains(.contentEncoding), !request.headerFields.contains(.contentRange)
        else { return next(request, body) }
        let count = try body.checkedCount()
        guard count ?? .max >= max(minimumSize, 1) else { return next(request, body) }
        let compressed = try body.gzipped(by: try library.get())
        if let count, let size = compressed.count, size >= count { return next(request, body) }
        var request = request
        request.headerFields[.contentEncoding] = "gzip"
        request.headerFields[.contentLength] = nil
        return next(request, compressed)
    }
}

public import RillHTTP
internal import RillSystem

/// A middleware that compresses request bodies with gzip and adds `Content-Encoding: gzip`.
///
///     let client = Client(baseURL: "https://logs.example", middleware: [RequestCompression()])
///
/// Only gzip is supported, because servers disagree on whether `deflate` includes the zlib header.
///
/// Use it only for servers that accept compressed requests. Others usually respond with status 415 or 400. To compress the
/// body of one request only, add it to ``/RillHTTP/RequestOptions/middleware``.
///
/// A body in memory is compressed before it is sent, on the thread that passes the request to the middleware, and sent
/// uncompressed if that does not reduce its size. Files and streams are compressed during the upload, on a scheduler, and
/// again from the beginning for each attempt. Their compressed length is unknown, so they are sent with chunked transfer
/// coding. They become streams for inner middleware, so ``Hedging`` does not hedge them. The progress of the upload counts
/// compressed bytes.
///
/// The compressed bytes of each chunk of a stream of unknown length are sent before the next chunk arrives, so small chunks
/// are compressed less.
///
/// Bodies smaller than the minimum, requests with `Upgrade`, requests that already have a `Content-Encoding`, and requests with a `Content-Range`
/// or a digest of the body (`Content-MD5`, `Digest`, `Content-Digest`, `Repr-Digest`) are not changed. Place this
/// middleware inside `FollowRedirects`, outside `Retry`, and outside of middleware that signs bodies or their header
/// fields. Compression can reveal secrets in a body to observers of its length if attackers determine another part of
/// the same body.
///
/// The client decompresses responses without a middleware; see <doc:/RillHTTP/Transports>.
///
/// ## Errors
/// `TransportError.Code.invalidRequest` before anything is sent if the system's zlib cannot be loaded.
public struct RequestCompression: Middleware {
    /// The minimum length of compressed bodies in bytes.
    public let minimumSize: Int

    private let library: Result<SystemZLib, SystemZLib.Failure>
    private let scheduler: any Scheduler

    /// The fields that describe the bytes sent, which compression would change, or that ask for another protocol.
    private static let fixed: [HTTPField.Name] = [
        .upgrade, .contentEncoding, .contentRange, .contentMD5, .init(literal: "Digest"),
        .init(literal: "Content-Digest"),
        .init(literal: "Repr-Digest"),
    ]

    /// Creates a middleware that compresses request bodies.
    ///
    /// - Parameters:
    ///   - minimumSize: The minimum length of compressed bodies in bytes. Bodies of unknown length are compressed. Must not
    ///     be negative. Defaults to 1,024.
    ///   - scheduler: The scheduler on which files and streams are compressed.
    public init(minimumSize: Int = 1_024, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()) {
        self.init(minimumSize: minimumSize, scheduler: scheduler, library: SystemZLib.library)
    }

    init(minimumSize: Int, scheduler: any Scheduler, library: Result<SystemZLib, SystemZLib.Failure>) {
        precondition(minimumSize >= 0, "RequestCompression: minimumSize must not be negative, got \(minimumSize)")
        self.minimumSize = minimumSize
        self.scheduler = scheduler
        self.library = library
    }

    /// Compresses the body and sends the request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    /// - Throws: ``/RillHTTP/TransportError`` if the body cannot be compressed.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        guard let body, !Self.fixed.contains(where: request.headerFields.contains) else { return next(request, body) }
        let count = try body.checkedCount()
        guard count ?? .max >= max(minimumSize, 1) else { return next(request, body) }
        let compressed = try body.gzipped(by: GzipEncoder.converting(library.get), on: scheduler)
        if let count, let size = compressed.count, size >= count { return next(request, body) }
        var request = request
        request.headerFields[.contentEncoding] = "gzip"
        request.headerFields[.contentLength] = nil
        return next(request, compressed)
    }
}

public import Foundation
public import Rill

/// The body of a request and its content type.
///
///     var body: HTTPBody { .json(draft) }
///     var body: HTTPBody { .file("/tmp/photo.jpeg", contentType: "image/jpeg") }
///
/// The content is in memory, in a file, or in a stream. Files and streams are read during the upload, at the rate at
/// which the server accepts data.
///
/// A value that cannot be encoded, for example as JSON, makes an invalid body: the request fails and nothing is sent.
public struct HTTPBody: Sendable {
    /// The media type, such as `application/json`.
    ///
    /// Sent as `Content-Type`, unless the request already has this header field. `nil` omits the header field.
    public var contentType: String?

    package var source: Source

    /// The content before compression, or `nil` if the body is not compressed.
    package var uncompressed: Uncompressed?

    /// The error that makes the body invalid, or `nil` if the body can be sent.
    package private(set) var failure: (any Error)?

    /// The number of bytes sent from a stream.
    var sent: SentBytes?

    /// The closure that receives upload progress.
    package private(set) var report: (@Sendable (TransferProgress) -> Void)?

    package enum Source: Sendable {
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
    ///   - bytes: The content.
    ///   - contentType: The media type, or `nil` for none. Defaults to `application/octet-stream`.
    public init(_ bytes: [UInt8], contentType: String? = "application/octet-stream") {
        self.init(.bytes(bytes), contentType: contentType)
    }

    /// Creates a body from data.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - contentType: The media type, or `nil` for none. Defaults to `application/octet-stream`.
    public init(_ data: Data, contentType: String? = "application/octet-stream") {
        self.init([UInt8](data), contentType: contentType)
    }

    /// Creates a body from text, encoded as UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: The media type, or `nil` for none. Defaults to `text/plain; charset=utf-8`.
    public init(_ text: String, contentType: String? = "text/plain; charset=utf-8") {
        self.init([UInt8](text.utf8), contentType: contentType)
    }

    /// Creates a body with a closure, or an invalid body, which cannot be sent, if the closure throws.
    init(_ make: () throws -> HTTPBody) {
        do {
            self = try make()
        } catch {
            self.init(.stream(.error(error), count: nil), contentType: nil)
            failure = error
        }
    }

    // MARK: Files and streams

    /// Creates a body that is read from a file during the upload.
    ///
    /// The file is opened when the request is sent. If it cannot be read, or shrinks during the upload, the request fails.
    /// ``/RillHTTP/CurlTransport`` sends a file that grows up to its length at the beginning.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - contentType: The media type, or `nil` for none. Defaults to `application/octet-stream`.
    /// - Returns: A body with the length that the file has when the request is sent.
    public static func file(_ path: String, contentType: String? = "application/octet-stream") -> HTTPBody {
        HTTPBody(.file(path), contentType: contentType)
    }

    /// Creates a body from a stream of chunks.
    ///
    /// Each attempt to send the request subscribes again, so the observable must emit the complete body for each
    /// subscription. An observable that supports back-pressure is read at the rate at which the server accepts data.
    /// For other observables, up to 16 MiB are buffered; beyond that, the request fails.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the body.
    ///   - count: The total length in bytes. If not `nil`, it is sent as `Content-Length`, and the request fails if the
    ///     stream has a different length. Defaults to `nil`, which uses chunked transfer coding.
    ///   - contentType: The media type, or `nil` for none. Defaults to `application/octet-stream`.
    /// - Returns: A body that is read from the stream.
    public static func stream(
        _ chunks: Observable<[UInt8]>, count: Int? = nil, contentType: String? = "application/octet-stream"
    ) -> HTTPBody {
        HTTPBody(.stream(chunks, count: count), contentType: contentType)
    }

    // MARK: Progress

    /// Returns a copy of the body that reports upload progress.
    ///
    /// - Parameter report: A closure that is called after the transport has read bytes to send. A newer report replaces
    ///   one that has not been delivered yet; the report of the complete body is always delivered. The count restarts
    ///   at 0 when the body is sent again. The closure runs on a thread of the transport and must not block. If
    ///   ``chunks`` is read, the closure is called before each chunk.
    /// - Returns: A body with the same content, which also calls the closures of earlier calls.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> HTTPBody {
        var body = self
        body.report = { [earlier = self.report] progress in
            earlier?(progress)
            report(progress)
        }
        return body
    }

    // MARK: Reading

    /// The length in bytes, or `nil` if it is unknown or the file cannot be read.
    public var count: Int? {
        switch source {
        case .bytes(let bytes): bytes.count
        case .file(let path): try? FileChunks.size(of: path)
        case .stream(_, let count): count
        }
    }

    /// The content, or `nil` if it is not in memory.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = source { bytes } else { nil }
    }

    /// Whether the content is a stream, which two attempts cannot read at the same time.
    public var isStream: Bool {
        if case .stream = source { true } else { false }
    }

    /// Whether the body is a stream with a declared length of 0.
    package var isDeclaredEmptyStream: Bool {
        if case .stream(_, count: 0) = source { true } else { false }
    }

    /// The path of the file, or `nil` if the content is not in a file.
    package var filePath: String? {
        if case .file(let path) = source { path } else { nil }
    }

    /// The content as a stream, which reports its progress to the closures given to ``onProgress(_:)``.
    ///
    /// Each subscription reads and reports from the beginning, as required for retries. Content in memory and in files
    /// supports back-pressure.
    public var chunks: Observable<[UInt8]> {
        guard let report else { return unreportedChunks }
        return .deferred {
            let total = count
            return unreportedChunks.ifEmpty(default: [])
                .scan((chunk: [UInt8](), completed: 0)) { ($1, $0.completed + $1.count) }
                .do(onNext: { report(TransferProgress(completed: $0.completed, total: total)) })
                .map(\.chunk)
        }
    }

    /// The content as a stream, for transports that report the progress themselves.
    package var unreportedChunks: Observable<[UInt8]> {
        switch source {
        case .bytes(let bytes): bytes.isEmpty ? .empty() : .just(bytes)
        case .file(let path): FileChunks.read(path)
        case .stream(let chunks, _): chunks
        }
    }

    /// Checks that the body can be sent, and returns its length.
    ///
    /// - Returns: The length in bytes, or `nil` if unknown.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if the body is invalid, the file cannot be read, or
    ///   the declared length is negative.
    public func checkedCount() throws(TransportError) -> Int? {
        if let failure { throw failure as? TransportError ?? TransportError(.invalidRequest, failure.textWithoutValue) }
        switch source {
        case .file(let path):
            do {
                return try FileChunks.size(of: path)
            } catch {
                throw TransportError(.invalidRequest, "\(error)")
            }
        case .stream(_, let count?) where count < 0:
            throw TransportError(.invalidRequest, "the declared length of the request body is negative: \(count)")
        default:
            return count
        }
    }
}

extension HTTPBody: CustomStringConvertible, CustomReflectable {
    /// The length and content type, without any content: `18 bytes of application/json`.
    public var description: String {
        let length = count.map { "\($0) bytes" } ?? "an unknown number of bytes"
        return contentType.map { "\(length) of \($0)" } ?? length
    }

    /// A mirror that contains only the description, so that `dump` does not print the content.
    public var customMirror: Mirror { Mirror(self, children: ["content": description], displayStyle: .struct) }
}

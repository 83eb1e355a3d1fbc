internal import Foundation
internal import RillHTTPTypes

/// A request body in a form that URLSession can send more than once.
enum URLSessionPayload: Sendable {
    case none
    /// Sent with a `Content-Length`.
    case data(Data)
    /// Sent with chunked transfer coding.
    case chunked(Data)
    /// A file, sent with chunked transfer coding on Linux. A temporary file is deleted when its owner is released.
    case file(URL, owner: TemporaryUpload?)

    /// Whether the payload is a body without content.
    var isEmpty: Bool {
        switch self {
        case .data(let data), .chunked(let data): data.isEmpty
        case .none, .file: false
        }
    }

    /// Returns a new stream of a chunked body or file, or `nil` if there is none or the file does not exist.
    func makeStream() -> InputStream? {
        switch self {
        case .none, .data: nil
        case .chunked(let data): InputStream(data: data)
        case .file(let url, _): InputStream(url: url)
        }
    }
}

/// A temporary file for a body that exceeds the memory limit.
///
/// The file is deleted when this object is released.
final class TemporaryUpload: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("rill-upload-\(UUID().uuidString)")

    /// Creates an empty file that only the current user can read.
    func create() throws -> FileHandle {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileWritingError(path: url.path, errorNumber: errno) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// A loader that reads a body completely before it is sent.
///
/// URLSession reads all body streams on one queue per process, and a stream cannot report that data is not yet
/// available. A source that waits would block all exchanges of all sessions, possibly including the exchange that
/// provides its data.
final class URLSessionLoader: @unchecked Sendable {
    // `count` is immutable. The other variables are used by one event at a time.

    /// The maximum size of a body in memory.
    ///
    /// Larger bodies are written to a temporary file.
    static let memoryLimit = 16 << 20

    private let count: Int?
    private var data = Data()
    private var size = 0
    private var file: (upload: TemporaryUpload, handle: FileHandle)?

    private init(count: Int?) {
        self.count = count
    }

    /// Returns the payload of a body that does not need to be loaded, or `nil`.
    static func ready(_ body: HTTPBody, count: Int?) -> URLSessionPayload? {
        if let bytes = body.bytes { return .data(Data(bytes)) }
        guard let path = body.filePath, let count, count > memoryLimit else { return nil }
        return .file(URL(fileURLWithPath: path), owner: nil)
    }

    /// Returns an observable that loads a body and emits the payload.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - count: The declared length in bytes, or `nil` if unknown.
    static func load(_ body: HTTPBody, count: Int?) -> Observable<URLSessionPayload> {
        .deferred {
            body.unreportedChunks.mapError { TransportError.unreadableBody($0) }
                .reduce(URLSessionLoader(count: count)) { loader, bytes in
                    try loader.append(bytes)
                    return loader
                }
                .map { try $0.payload() }
        }
    }

    private func append(_ bytes: [UInt8]) throws {
        size += bytes.count
        if let count, size > count { throw TransportError.wrongBodyLength("more than \(count) bytes", declared: count) }
        if let file { return try file.handle.write(contentsOf: bytes) }
        data.append(contentsOf: bytes)
        guard size > Self.memoryLimit else { return }
        let upload = TemporaryUpload()
        let handle = try upload.create()
        file = (upload, handle)
        try handle.write(contentsOf: data)
        data = Data()
    }

    private func payload() throws -> URLSessionPayload {
        if let count, size < count { throw TransportError.wrongBodyLength("\(size) bytes", declared: count) }
        if let file {
            try? file.handle.close()
            return .file(file.upload.url, owner: file.upload)
        }
        return count == nil ? .chunked(data) : .data(data)
    }
}

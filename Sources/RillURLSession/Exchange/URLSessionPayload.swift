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
    // `count` and `result` are immutable. The other variables are used by one event at a time.

    /// The maximum size of a body in memory.
    ///
    /// Larger bodies are written to a temporary file.
    static let memoryLimit = 16 << 20

    private let count: Int?
    private let result: @Sendable (Result<URLSessionPayload, TransportError>) -> Void

    private var data = Data()
    private var size = 0
    private var file: (upload: TemporaryUpload, handle: FileHandle)?
    private var isDone = false

    /// - Parameters:
    ///   - count: The declared length in bytes, or `nil` if unknown.
    ///   - result: A closure that is called once, on any thread, unless the loader is disposed first.
    init(count: Int?, _ result: @escaping @Sendable (Result<URLSessionPayload, TransportError>) -> Void) {
        self.count = count
        self.result = result
    }

    /// Returns the payload of a body that does not need to be loaded, or `nil`.
    static func ready(_ body: HTTPBody, count: Int?) -> URLSessionPayload? {
        if let bytes = body.bytes { return .data(Data(bytes)) }
        guard let path = body.filePath, let count, count > memoryLimit else { return nil }
        return .file(URL(fileURLWithPath: path), owner: nil)
    }

    /// Returns a subscription for loading a body.
    ///
    /// Opening the subscription starts loading. Disposing it stops loading.
    func source(of body: HTTPBody) -> PausableSubscription<[UInt8]> {
        PausableSubscription(body.unreportedChunks, "upload") { self.receive($0) }
    }

    private func receive(_ event: Event<[UInt8]>) {
        guard !isDone else { return }
        do {
            switch event {
            case .next(let bytes): try append(bytes)
            case .error(let error): finish(.failure(.unreadableBody(error)))
            case .completed: finish(.success(try payload()))
            }
        } catch let error as TransportError {
            finish(.failure(error))
        } catch {
            finish(.failure(.unreadableBody(error)))
        }
    }

    private func finish(_ outcome: Result<URLSessionPayload, TransportError>) {
        isDone = true
        try? file?.handle.close()
        file = nil
        data = Data()
        result(outcome)
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
        if let file { return .file(file.upload.url, owner: file.upload) }
        return count == nil ? .chunked(data) : .data(data)
    }
}

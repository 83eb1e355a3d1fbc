internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import RillHTTP
#endif

/// A body in a shape that URLSession can send, and send once more from the beginning.
enum URLSessionPayload: Sendable {
    case none
    /// Sent with its length.
    case data(Data)
    /// Sent chunked.
    case chunked(Data)
    /// A file, sent chunked on Linux; it is removed with its owner if it is ours.
    case file(URL, owner: TemporaryUpload?)

    /// A stream of what is sent chunked, from its beginning; nil if there is none, or its file has gone.
    func makeStream() -> InputStream? {
        switch self {
        case .none, .data: nil
        case .chunked(let data): InputStream(data: data)
        case .file(let url, _): InputStream(url: url)
        }
    }
}

/// A file that holds what did not fit into memory, for as long as the object lives.
final class TemporaryUpload: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("rill-upload-\(UUID().uuidString)")

    /// Makes an empty file that nobody else can read.
    func create() throws -> FileHandle {
        let rights = [FileAttributeKey.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: rights) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return try FileHandle(forWritingTo: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// Reads a body to its end before it is sent.
///
/// URLSession asks for a stream's bytes on one queue for the whole process, and has no way to be told "later": a source
/// that waits would stop all exchanges of all sessions, its own source perhaps among them.
final class URLSessionLoader: @unchecked Sendable {
    // `count` and `result` are fixed; the rest is touched by one event at a time.

    /// More than this does not lie in memory.
    static let memoryLimit = 16 << 20

    private let count: Int?
    private let result: @Sendable (Result<URLSessionPayload, TransportError>) -> Void

    private var data = Data()
    private var size = 0
    private var file: (upload: TemporaryUpload, handle: FileHandle)?
    private var isDone = false

    /// - Parameters:
    ///   - count: How many bytes were announced; nil for none.
    ///   - result: Told once, from any thread, unless the loader is disposed first.
    init(count: Int?, _ result: @escaping @Sendable (Result<URLSessionPayload, TransportError>) -> Void) {
        self.count = count
        self.result = result
    }

    /// The payload, where it lies ready; nil if it has to be read.
    static func ready(_ body: HTTPBody?, count: Int?) -> URLSessionPayload? {
        guard let body else { return URLSessionPayload.none }
        if let bytes = body.bytes { return .data(Data(bytes)) }
        guard let path = body.filePath, let count, count > memoryLimit else { return nil }
        return .file(URL(fileURLWithPath: path), owner: nil)
    }

    /// Prepares to read a body; to open what is returned begins, to dispose it ends it.
    func source(of body: HTTPBody) -> HeldSource<[UInt8]> {
        HeldSource(body.chunks, "upload") { self.take($0) }
    }

    private func take(_ event: Event<[UInt8]>) {
        guard !isDone else { return }
        do {
            switch event {
            case .next(let bytes): try append(bytes)
            case .error(let error): throw error
            case .completed: finish(.success(try payload()))
            }
        } catch let error as TransportError {
            finish(.failure(error))
        } catch {
            finish(.failure(TransportError(.sendFailed, "the body could not be read: \(error)")))
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
        if let count, size > count { throw Self.wrongLength("more than \(count) bytes", count) }
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
        if let count, size < count { throw Self.wrongLength("\(size) bytes", count) }
        if let file { return .file(file.upload.url, owner: file.upload) }
        return count == nil ? .chunked(data) : .data(data)
    }

    private static func wrongLength(_ found: String, _ count: Int) -> TransportError {
        TransportError(.sendFailed, "the body has \(found), but \(count) were announced")
    }
}

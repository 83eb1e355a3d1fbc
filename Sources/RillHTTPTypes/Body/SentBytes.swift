internal import Rill

/// The bytes of a streamed request body, kept up to a limit.
final class SentBytes: @unchecked Sendable {  // `kept` is guarded by `lock`
    private let limit: Int
    private let lock = Lock()
    private var kept: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// The bytes sent in the last attempt.
    var bytes: [UInt8] { lock.withLock { kept } }

    /// Discards the bytes of an earlier attempt.
    func begin() {
        lock.withLock { kept = [] }
    }

    func append(_ bytes: [UInt8]) {
        lock.withLock {
            // A form can continue with text after a binary file.
            kept += bytes.prefix(limit - kept.count)
        }
    }
}

extension HTTPBody {
    /// The bytes that are searched for secrets: up to 16 MiB of a body in memory or in a file, and up to 1 MiB of the bytes
    /// that were sent from a stream.
    var beginning: [UInt8] {
        let limit = 16 << 20
        switch uncompressed?.source ?? source {
        case .bytes(let bytes): return bytes.count <= limit ? bytes : Array(bytes[..<limit])
        case .file(let path): return FileChunks.beginning(of: path, limit: limit) ?? []
        case .stream: return sent?.bytes ?? []
        }
    }

    /// Returns the body, which keeps the sent bytes if it is a stream.
    ///
    /// The bytes are kept to find the secrets in them.
    package func keepingSent() -> HTTPBody {
        guard case .stream(let chunks, let count) = uncompressed?.source ?? source else { return self }
        let sent = SentBytes(limit: 1 << 20)
        let kept = Observable<[UInt8]>.deferred {
            sent.begin()
            return chunks.do(onNext: { sent.append($0) })
        }
        var body = self
        body.sent = sent
        body.uncompressed?.source = .stream(kept, count: count)
        body.source =
            uncompressed.map { .stream($0.compress(kept), count: bytes?.count) } ?? .stream(kept, count: count)
        return body
    }
}

internal import Foundation
internal import RillHTTP
internal import RillSystem

/// Compresses the chunks of one upload.
final class GzipChunks: @unchecked Sendable {  // `pending` is guarded by `lock`, `encoder` by the event order
    /// The number of chunks that wait for compression before the source is paused.
    static let bufferSize = 8

    /// The maximum number of bytes that wait for compression if a source ignores back-pressure.
    private static let limit = 16 << 20

    private let encoder: GzipEncoder
    private let declared: Int?

    /// Whether each chunk must be sent before the next one arrives, because the stream can be live.
    private let flushes: Bool
    private let lock = NSLock()
    private var pending = 0

    init(_ library: SystemZLib, of body: HTTPBody) throws(TransportError) {
        // The size of a file may have changed since the last attempt.
        let declared = try Self.sending { () throws(TransportError) in try body.checkedCount() }
        self.declared = declared
        flushes = declared == nil
        encoder = try Self.sending { () throws(TransportError) in try GzipEncoder(library) }
    }

    /// Converts an error to one of a body that cannot be sent.
    private static func sending<Value>(_ work: () throws(TransportError) -> Value) throws(TransportError) -> Value {
        do {
            return try work()
        } catch {
            throw failure(error.text)
        }
    }

    private static func failure(_ text: String) -> TransportError { TransportError(.sendFailed, .requestBody, text) }

    /// Counts a chunk that waits for compression.
    func receive(_ chunk: [UInt8]) throws(TransportError) {
        let count = lock.withLock {
            pending += chunk.count
            return pending
        }
        guard count > Self.limit, chunk.count < count else { return }
        throw Self.failure("the stream ignores back-pressure and exceeded the buffer limit of \(Self.limit) bytes")
    }

    func compress(_ event: Event<[UInt8]>, _ observer: Observer<[UInt8]>) throws(TransportError) {
        switch event {
        case .next(let chunk):
            lock.withLock { pending -= chunk.count }
            let bytes = try Self.sending { () throws(TransportError) in
                try encoder.compress(chunk, flushes: flushes)
            }
            if let declared, encoder.count > declared {
                throw Self.failure(
                    "the request body has at least \(encoder.count) bytes, but \(declared) were declared")
            }
            if !bytes.isEmpty { observer.on(.next(bytes)) }
        case .error(let error): observer.on(.error(error))
        case .completed:
            if let declared, encoder.count != declared {
                throw Self.failure("the request body has \(encoder.count) bytes, but \(declared) were declared")
            }
            observer.on(.next(try Self.sending { () throws(TransportError) in try encoder.finish() }))
            observer.on(.completed)
        }
    }
}

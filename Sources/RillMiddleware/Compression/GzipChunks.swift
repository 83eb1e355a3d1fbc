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
    private let lock = NSLock()
    private var pending = 0

    init(_ library: SystemZLib, of body: HTTPBody) throws(TransportError) {
        do throws(TransportError) {
            // The size of a file may have changed since the last attempt.
            declared = try body.checkedCount()
            encoder = try GzipEncoder(library)
        } catch {
            throw Self.failure(error.text)
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
        do throws(TransportError) {
            switch event {
            case .next(let chunk):
                lock.withLock { pending -= chunk.count }
                // Each chunk of a live stream must be sent before the next one arrives.
                let bytes = try encoder.compress(chunk, flushes: declared == nil)
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
                observer.on(.next(try encoder.finish()))
                observer.on(.completed)
            }
        } catch {
            throw Self.failure(error.text)
        }
    }
}

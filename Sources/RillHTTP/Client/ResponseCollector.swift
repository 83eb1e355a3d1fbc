internal import Foundation
internal import Rill

/// Collects one response from the transport's events and checks its status before its body arrives.
///
/// Events arrive one at a time (rule 1.3), but a cancellation or a timeout can read the state from another thread.
final class ResponseCollector: @unchecked Sendable {  // `state` is guarded by `lock`
    /// The maximum number of bytes kept of the body of a rejected response.
    private static let rejectedLimit = 64 * 1024

    private let limit: Int
    private let accepts: @Sendable (HTTPResponse.Status) -> Bool

    private struct State {
        var head: HTTPResponse?
        var body = Data()
        var byteCount = 0
        var isRejected = false
    }

    private let lock = Lock()
    @exclusivity(unchecked) private var state = State()

    /// The response head, or `nil` until it arrives.
    var head: HTTPResponse? { lock.withLock { state.head } }

    /// The part of the body that has arrived.
    var body: Data { lock.withLock { state.body } }

    /// The number of body bytes that have arrived.
    var byteCount: Int { lock.withLock { state.byteCount } }

    /// Whether the response head has arrived with a status that the request does not accept.
    var isRejected: Bool { lock.withLock { state.isRejected } }

    /// Whether the response head has arrived with a status that the request accepts.
    var isAccepted: Bool { lock.withLock { state.head != nil && !state.isRejected } }

    init(limit: Int, accepts: @escaping @Sendable (HTTPResponse.Status) -> Bool) {
        self.limit = limit
        self.accepts = accepts
    }

    /// Processes an event.
    ///
    /// - Throws: A `TransportError` if the response is malformed or too large. Also ends a rejected response early when
    ///   enough of its body is known.
    func receive(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            guard self.head == nil else { throw TransportError(.malformedResponse, "received a second response head") }
            let isRejected = !accepts(head.status)
            lock.withLock {
                state.head = head
                state.isRejected = isRejected
            }
        case .chunk(let bytes):
            guard head != nil else {
                throw TransportError(.malformedResponse, "received body data before the response head")
            }
            try append(bytes)
        }
    }

    /// Counts the bytes of a chunk that is forwarded to the subscriber instead of being collected.
    func countForwarded(_ bytes: [UInt8]) {
        lock.withLock { state.byteCount += bytes.count }
    }

    private func append(_ bytes: [UInt8]) throws {
        let isTooLarge = lock.withLock {
            state.byteCount += bytes.count
            let room = (state.isRejected ? Self.rejectedLimit : limit) - state.body.count
            state.body.append(contentsOf: bytes.prefix(max(room, 0)))
            return bytes.count > room
        }
        guard isTooLarge else { return }
        throw TransportError(.tooLarge, "the body exceeds \(limit) bytes")
    }
}

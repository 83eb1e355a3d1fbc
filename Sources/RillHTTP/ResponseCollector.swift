internal import Foundation
internal import Rill

/// Puts one answer together out of the transport's events, and judges its status before its body.
///
/// Events come one at a time (rule 1.3); but who gives the exchange up, or waits for it in vain, looks at it from elsewhere.
final class ResponseCollector: @unchecked Sendable {  // `state` is guarded by `lock`
    /// How much of the body of a rejected answer is kept.
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

    /// The head, when it has arrived.
    var head: HTTPResponse? { lock.withLock { state.head } }

    /// What of the body has arrived.
    var body: Data { lock.withLock { state.body } }

    /// How many bytes of the body have arrived.
    var byteCount: Int { lock.withLock { state.byteCount } }

    /// Whether the head has arrived with a status that the request does not accept.
    var isRejected: Bool { lock.withLock { state.isRejected } }

    /// Whether the head has arrived with a status that the request accepts.
    var isAccepted: Bool { lock.withLock { state.head != nil && !state.isRejected } }

    init(limit: Int, accepts: @escaping @Sendable (HTTPResponse.Status) -> Bool) {
        self.limit = limit
        self.accepts = accepts
    }

    /// Takes an event.
    ///
    /// Throws what ends the exchange early, be it that enough is known.
    func take(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            guard self.head == nil else { throw TransportError(.malformedResponse, "there are two heads") }
            let isRejected = !accepts(head.status)
            lock.withLock {
                state.head = head
                state.isRejected = isRejected
            }
        case .chunk(let bytes):
            guard head != nil else { throw TransportError(.malformedResponse, "the body came before the head") }
            try append(bytes)
        }
    }

    /// Notes a piece of an accepted body that is handed on and not kept.
    func pass(_ bytes: [UInt8]) {
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
        throw TransportError(.tooLarge, "its body has more than \(limit) bytes")
    }
}

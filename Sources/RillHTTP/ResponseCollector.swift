internal import Foundation

/// Puts one answer together out of the transport's events, and judges its status before its body.
final class ResponseCollector: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    /// How much of the body of a rejected answer is kept.
    private static let rejectedLimit = 64 * 1024

    private let limit: Int
    private let accepts: @Sendable (HTTPResponse.Status) -> Bool

    /// The head, when it has arrived.
    private(set) var head: HTTPResponse?

    /// What of the body has arrived.
    private(set) var body = Data()

    /// How many bytes of the body have arrived.
    private(set) var byteCount = 0

    /// Whether the head has arrived with a status that the request does not accept.
    private(set) var isRejected = false

    /// Whether the head has arrived with a status that the request accepts.
    var isAccepted: Bool { head != nil && !isRejected }

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
            self.head = head
            isRejected = !accepts(head.status)
        case .chunk(let bytes):
            guard head != nil else { throw TransportError(.malformedResponse, "the body came before the head") }
            try append(bytes)
        }
    }

    /// Notes a piece of an accepted body that is handed on and not kept.
    func pass(_ bytes: [UInt8]) {
        byteCount += bytes.count
    }

    private func append(_ bytes: [UInt8]) throws {
        byteCount += bytes.count
        let room = (isRejected ? Self.rejectedLimit : limit) - body.count
        body.append(contentsOf: bytes.prefix(max(room, 0)))
        guard bytes.count > room else { return }
        throw TransportError(.tooLarge, "its body has more than \(limit) bytes")
    }
}

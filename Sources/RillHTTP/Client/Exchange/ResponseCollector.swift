internal import Foundation
internal import RillHTTPTypes

/// A collector that assembles a response from the transport's events.
struct ResponseCollector {
    /// The maximum number of body bytes that are kept for errors: of a rejected response, or of an unread body.
    private static let errorLimit = 64 * 1024

    /// The maximum size of the body of an accepted response, in bytes.
    let limit: Int

    /// Whether only errors show the body of an accepted response.
    let ignoresBody: Bool

    /// The response head, or `nil` until it arrives.
    private(set) var head: HTTPResponse?

    /// The part of the body that has arrived.
    private(set) var body = Data()

    /// The number of body bytes that have arrived.
    var byteCount = 0

    /// Whether the response head has arrived with a status that the request does not accept.
    private(set) var isRejected = false

    /// Whether the response head has arrived with a status that the request accepts.
    var isAccepted: Bool { head != nil && !isRejected }

    /// Processes the head.
    ///
    /// - Throws: A `TransportError` if a head has already been received.
    mutating func receive(_ head: HTTPResponse, isAccepted: Bool) throws(TransportError) {
        guard self.head == nil else { throw TransportError(.malformedResponse, "received a second response head") }
        self.head = head
        isRejected = !isAccepted
    }

    /// Processes a chunk of the body.
    ///
    /// - Throws: A `TransportError` if there is no head or the body is too large. Also throws to end a rejected
    ///   response early, when enough of its body has been received.
    mutating func receive(_ bytes: [UInt8]) throws(TransportError) {
        guard head != nil else {
            throw TransportError(.malformedResponse, "received body data before the response head")
        }
        byteCount += bytes.count
        let room = max((isRejected || ignoresBody ? Self.errorLimit : limit) - body.count, 0)
        // Unlike a slice of the array, the buffer is appended without another copy.
        bytes.withUnsafeBufferPointer { body.append(UnsafeBufferPointer(rebasing: $0.prefix(room))) }
        let isTooLarge = isRejected ? bytes.count > room : byteCount > limit
        if isTooLarge { throw TransportError(.tooLarge, "the body exceeds \(limit) bytes") }
    }
}

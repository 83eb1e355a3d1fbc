internal import Foundation
internal import RillHTTP

/// A message in a queue.
struct AzureMessage: Sendable {
    let id: String
    let inserted: Date

    /// The expiration date, or `nil` for never.
    let expires: Date?

    /// The sequence number of the message in its queue.
    let number: Int
    var text: String

    /// The date when the message becomes visible.
    var visible: Date

    /// The current pop receipt.
    var receipt: String
    var dequeueCount = 0

    /// The set of properties included in a response.
    enum View: Sendable {
        /// The properties in the response to Put Message.
        case put
        /// The properties in the response to Get Messages.
        case received
        /// The properties in the response to Peek Messages.
        case peeked
    }

    func element(_ view: View) -> AzureElement {
        var children = [
            ("MessageId", id), ("InsertionTime", inserted.httpDate),
            // The service represents "never" as the last second of the year 9999.
            ("ExpirationTime", (expires ?? .distantFuture.addingTimeInterval(1e12)).httpDate),
        ]
        if view != .peeked { children += [("PopReceipt", receipt), ("TimeNextVisible", visible.httpDate)] }
        if view != .put { children += [("DequeueCount", "\(dequeueCount)"), ("MessageText", text)] }
        return AzureElement("QueueMessage", children)
    }

    /// Returns a pop receipt in the service's format: twelve constant bytes and eight random bytes.
    static func makeReceipt() -> String {
        let fixed: [UInt8] = [2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        return Data(fixed + (0..<8).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }
}

internal import Foundation
internal import RillHTTP

/// A message in a queue.
struct AzureMessage: Sendable {
    let id: String
    let inserted: Date

    /// When it goes by itself; nil for never.
    let expires: Date?

    /// Its place among all messages that the queue has ever had.
    let number: Int
    var text: String

    /// When it can be received.
    var visible: Date

    /// What who received it last has to name.
    var receipt: String
    var dequeueCount = 0

    /// What of a message an answer tells.
    enum View: Sendable {
        /// To who has put it.
        case put
        /// To who receives it.
        case received
        /// To who looks at it.
        case peeked
    }

    func element(_ view: View) -> AzureElement {
        var children = [
            AzureElement("MessageId", id), AzureElement("InsertionTime", HTTPDate.text(inserted)),
            // The last second of the calendar.
            AzureElement("ExpirationTime", HTTPDate.text(expires ?? .distantFuture.addingTimeInterval(1e12))),
        ]
        if view != .peeked {
            children += [
                AzureElement("PopReceipt", receipt), AzureElement("TimeNextVisible", HTTPDate.text(visible)),
            ]
        }
        if view != .put {
            children += [AzureElement("DequeueCount", "\(dequeueCount)"), AzureElement("MessageText", text)]
        }
        return AzureElement("QueueMessage", children)
    }

    /// A receipt as the service makes them: twelve bytes that are always the same, and eight that never are.
    static func makeReceipt() -> String {
        let fixed: [UInt8] = [2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        return Data(fixed + (0..<8).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }
}

internal import Foundation
internal import RillHTTP

/// A list of messages as the service writes it, `QueueMessagesList`; what is there of a message depends on who asks.
struct QueueMessageList: Decodable, Sendable {
    struct Message: Decodable, Sendable {
        let messageId: String
        let insertionTime: Date
        let expirationTime: Date
        let popReceipt: PopReceipt?
        let timeNextVisible: Date?
        let dequeueCount: Int?
        let messageText: String?

        /// When the service deletes it; nil for the end of the year 9999, which means never.
        var expiresAt: Date? { expirationTime < Self.never ? expirationTime : nil }

        private static let never = Date(timeIntervalSince1970: 253_402_214_400)
    }

    let queueMessage: [Message]

    static let parser = ResponseParser<QueueMessageList>.xml(root: "QueueMessagesList")
}

extension QueueMessage {
    init(_ message: QueueMessageList.Message, _ codec: MessageCodec) throws {
        guard let popReceipt = message.popReceipt, let visibleAt = message.timeNextVisible else {
            throw MissingFromAnswer("PopReceipt or TimeNextVisible of a message")
        }
        let rawText = message.messageText ?? ""
        self.init(
            id: message.messageId, text: codec.text(rawText), rawText: rawText, insertedAt: message.insertionTime,
            expiresAt: message.expiresAt, popReceipt: popReceipt, visibleAt: visibleAt,
            dequeueCount: message.dequeueCount ?? 1)
    }
}

extension PeekedMessage {
    init(_ message: QueueMessageList.Message, _ codec: MessageCodec) {
        rawText = message.messageText ?? ""
        text = codec.text(rawText)
        id = message.messageId
        insertedAt = message.insertionTime
        expiresAt = message.expiresAt
        dequeueCount = message.dequeueCount ?? 0
    }
}

extension SentMessage {
    init(_ list: QueueMessageList) throws {
        guard let message = list.queueMessage.first, let popReceipt = message.popReceipt,
            let visibleAt = message.timeNextVisible
        else { throw MissingFromAnswer("the message that was sent") }
        self.init(
            id: message.messageId, insertedAt: message.insertionTime, expiresAt: message.expiresAt,
            popReceipt: popReceipt, visibleAt: visibleAt)
    }
}

/// Something without which an answer is no answer.
struct MissingFromAnswer: Error, CustomStringConvertible {
    private let what: String

    init(_ what: String) {
        self.what = what
    }

    var description: String { "the answer lacks \(what)" }
}

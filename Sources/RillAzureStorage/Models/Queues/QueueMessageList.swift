internal import Foundation
internal import RillHTTP

/// A `QueueMessagesList` element.
///
/// The contents of its messages depend on the operation.
struct QueueMessageList: Decodable, Sendable {
    struct Message: Decodable, Sendable {
        let messageId: String
        let insertionTime: Date
        let expirationTime: Date
        let popReceipt: PopReceipt?
        let timeNextVisible: Date?
        let dequeueCount: Int?
        let messageText: String?

        /// The expiration date, or `nil` for the service's "never" value at the end of the year 9999.
        var expiresAt: Date? { expirationTime < Self.never ? expirationTime : nil }

        private static let never = Date(timeIntervalSince1970: 253_402_214_400)
    }

    let queueMessage: [Message]

    static let parser = ResponseParser<QueueMessageList>.xml(root: "QueueMessagesList")
}

extension QueueMessage {
    init(_ message: QueueMessageList.Message, _ codec: MessageCodec) throws {
        guard let popReceipt = message.popReceipt, let visibleAt = message.timeNextVisible else {
            throw MissingResponseValue(name: "PopReceipt or TimeNextVisible of a message")
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
        else { throw MissingResponseValue(name: "QueueMessage") }
        self.init(
            id: message.messageId, insertedAt: message.insertionTime, expiresAt: message.expiresAt,
            popReceipt: popReceipt, visibleAt: visibleAt)
    }
}

extension HTTPResponse {
    /// Converts the value of a header field.
    ///
    /// - Parameters:
    ///   - name: The name of the header field.
    ///   - read: The closure that converts the value. Returns `nil` if the value is invalid.
    /// - Returns: The converted value.
    /// - Throws: ``MissingResponseValue`` if the header field is missing or invalid.
    func value<Value>(of name: HTTPField.Name, _ read: (String) -> Value?) throws -> Value {
        guard let value = headerFields[name].flatMap(read) else { throw MissingResponseValue(name: name.rawName) }
        return value
    }
}

/// An error for a response that lacks a required value.
struct MissingResponseValue: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is missing or invalid in the response" }
}

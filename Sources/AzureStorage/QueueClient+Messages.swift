public import Foundation
public import Rill
internal import RillHTTP

extension QueueClient {
    /// Puts a message into a queue.
    ///
    ///     client.send("resize 7.png", to: "jobs", visibleAfter: .seconds(60), timeToLive: .unlimited)
    ///
    /// It is tried again only where it has certainly not been sent, so that it is not there twice. Durations are rounded up
    /// to whole seconds.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such queue; at the stage `request` and before anything is sent if the
    /// text is too long or holds what the codec cannot write, or a duration is out of its range; at `transport` if the
    /// answer was lost: then the message may be there or not.
    ///
    /// - Parameters:
    ///   - text: What to send; written by the codec it may have 65,536 bytes, which are 49,152 before Base64.
    ///   - queue: The name of the queue.
    ///   - visibleAfter: How long nobody can get it, zero to seven days and less than it lives.
    ///   - timeToLive: When the service deletes it.
    /// - Returns: A cold `Observable<SentMessage>`: exactly one value, then completed.
    /// - SeeAlso: `POST /QUEUE/messages`, <https://learn.microsoft.com/rest/api/storageservices/put-message>, read
    ///   2026-11-21.
    public func send(
        _ text: String, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        send(raw: codec.raw(text), to: queue, visibleAfter: visibleAfter, timeToLive: timeToLive)
    }

    /// Puts bytes into a queue, as Base64 whatever the codec; ``QueueMessage/data`` reads them.
    ///
    /// ## Errors
    /// As ``send(_:to:visibleAfter:timeToLive:)-(String,_,_,_)``.
    ///
    /// - Parameters:
    ///   - data: What to send, up to 49,152 bytes.
    ///   - queue: The name of the queue.
    ///   - visibleAfter: How long nobody can get it, zero to seven days and less than it lives.
    ///   - timeToLive: When the service deletes it.
    /// - Returns: A cold `Observable<SentMessage>`: exactly one value, then completed.
    public func send(
        _ data: Data, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        send(raw: data.base64EncodedString(), to: queue, visibleAfter: visibleAfter, timeToLive: timeToLive)
    }

    /// Puts a message into a queue as it is.
    func send(
        raw text: String, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        var operation = Operation(
            .post, "/\(queue)/messages", parser: QueueMessageList.parser.map { try SentMessage($0) })
        operation.append("visibilitytimeout", visibleAfter, named: "visibleAfter", in: Self.delays)
        switch timeToLive {
        case .standard: break
        case .limited(let lifetime):
            operation.append("messagettl", lifetime, named: "timeToLive", in: Self.lifetimes)
            if visibleAfter >= lifetime { operation.refuse("visibleAfter has to be less than timeToLive") }
        case .unlimited: operation.items.append("messagettl", -1)
        }
        operation.setBody { try Self.body(text) }
        return send(operation)
    }

    /// Receives messages; nobody else gets them for some time.
    ///
    /// Who does not delete them in that time gives them back. Which messages come first is not said.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such queue; at the stage `request` and before anything is sent if the
    /// count or the timeout is out of its range. Where an answer was lost and the request repeated, the messages that it
    /// held come back when their timeout has run out.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - count: How many messages at most, 1 to 32.
    ///   - visibilityTimeout: For how long, one second to seven days; rounded up to whole seconds.
    /// - Returns: A cold `Observable<[QueueMessage]>`: exactly one array, empty if there are no messages, then completed.
    /// - SeeAlso: `GET /QUEUE/messages`, <https://learn.microsoft.com/rest/api/storageservices/get-messages>, read
    ///   2026-11-21.
    public func receive(
        from queue: String, count: Int = 1, visibilityTimeout: Duration = .seconds(30)
    ) -> Observable<[QueueMessage]> {
        var operation = Operation(
            .get, "/\(queue)/messages",
            parser: QueueMessageList.parser.map { [codec] in try $0.queueMessage.map { try QueueMessage($0, codec) } })
        operation.append("numofmessages", count, named: "count", in: Self.counts)
        operation.append("visibilitytimeout", visibilityTimeout, named: "visibilityTimeout", in: Self.timeouts)
        return send(operation)
    }

    /// Looks at messages without receiving them.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such queue; at the stage `request` and before anything is sent if the
    /// count is out of its range.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - count: How many messages at most, 1 to 32.
    /// - Returns: A cold `Observable<[PeekedMessage]>`: exactly one array, empty if nobody could get a message now, then
    ///   completed.
    /// - SeeAlso: `GET /QUEUE/messages?peekonly=true`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/peek-messages>, read 2026-11-21.
    public func peek(at queue: String, count: Int = 1) -> Observable<[PeekedMessage]> {
        var operation = Operation(
            .get, "/\(queue)/messages", ["peekonly": "true"],
            parser: QueueMessageList.parser.map { [codec] in $0.queueMessage.map { PeekedMessage($0, codec) } })
        operation.append("numofmessages", count, named: "count", in: Self.counts)
        return send(operation)
    }

    /// How a text is sent.
    static func body(_ text: String) throws -> HTTPBody {
        let count = text.utf8.count
        guard count <= MessageCodec.limit else {
            throw TransportError(
                .invalidRequest, "the message has \(count) bytes as it is sent, and may have \(MessageCodec.limit)")
        }
        return try XML.body(MessageBody(messageText: text), root: "QueueMessage")
    }

    private struct MessageBody: Encodable {
        let messageText: String
    }

    // What the service allows.
    static let counts = 1...32
    static let timeouts = 1...604_800
    static let delays = 0...604_800
    private static let lifetimes = 1...Int(Int32.max)
}

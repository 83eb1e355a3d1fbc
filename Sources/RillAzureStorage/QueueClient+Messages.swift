public import Foundation
public import RillHTTP

extension QueueClient {
    /// Adds a message to a queue.
    ///
    ///     client.send("resize 7.png", to: "jobs", visibleAfter: .seconds(60), timeToLive: .unlimited)
    ///
    /// The request is retried only if it is certain that it was not sent, so that the message is not added twice.
    /// Durations are rounded up to whole seconds before they are compared and sent.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if the queue does not exist; with stage `request`, before the request is sent, if
    /// the text is too long or cannot be encoded, or if a duration is out of range; with stage `transport` if the
    /// response was lost, in which case the message may or may not have been added.
    ///
    /// - Parameters:
    ///   - text: The message text. The encoded text is limited to 65,536 bytes, which corresponds to 49,152 bytes
    ///     before Base64 encoding.
    ///   - queue: The name of the queue.
    ///   - visibleAfter: The initial visibility timeout, 0 to 7 days and less than `timeToLive`. Defaults to 0.
    ///   - timeToLive: The lifetime of the message. Defaults to the service's default.
    /// - Returns: A cold `Observable<SentMessage>` that emits one value and completes.
    /// - SeeAlso: `POST /QUEUE/messages`, <https://learn.microsoft.com/rest/api/storageservices/put-message>, read
    ///   2026-11-21.
    public func send(
        _ text: String, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        send(raw: codec.raw(text), to: queue, visibleAfter: visibleAfter, timeToLive: timeToLive)
    }

    /// Adds binary data to a queue, encoded as Base64 for every codec.
    ///
    /// Use ``QueueMessage/data`` to decode it.
    ///
    /// ## Errors
    /// The errors of ``send(_:to:visibleAfter:timeToLive:)-(String,_,_,_)``.
    ///
    /// - Parameters:
    ///   - data: The message data of up to 49,152 bytes.
    ///   - queue: The name of the queue.
    ///   - visibleAfter: The initial visibility timeout, 0 to 7 days and less than `timeToLive`. Defaults to 0.
    ///   - timeToLive: The lifetime of the message. Defaults to the service's default.
    /// - Returns: A cold `Observable<SentMessage>` that emits one value and completes.
    public func send(
        _ data: Data, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        send(raw: data.base64EncodedString(), to: queue, visibleAfter: visibleAfter, timeToLive: timeToLive)
    }

    /// Adds a message to a queue without encoding its text.
    func send(
        raw text: String, to queue: String, visibleAfter: Duration = .zero, timeToLive: MessageLifetime = .standard
    ) -> Observable<SentMessage> {
        var operation = Operation(
            .post, "/\(queue)/messages", parser: QueueMessageList.parser.map { try SentMessage($0) })
        let delay = operation.wholeSeconds(visibleAfter, named: "visibleAfter", in: Self.delays)
        if let delay { operation.query.append("visibilitytimeout", delay) }
        var lifetime: Int?
        switch timeToLive {
        case .standard: lifetime = Self.standardLifetime
        case .limited(let duration):
            lifetime = operation.wholeSeconds(duration, named: "timeToLive", in: Self.lifetimes)
            if let lifetime { operation.query.append("messagettl", lifetime) }
        case .unlimited: operation.query.append("messagettl", -1)
        }
        if let delay, let lifetime, delay >= lifetime {
            operation.reject("visibleAfter must be less than timeToLive (\(lifetime) s), got \(delay) s")
        }
        operation.setBody { try Self.body(text) }
        return send(operation)
    }

    /// Receives messages and makes them invisible to other clients for the visibility timeout.
    ///
    /// Messages that are not deleted within the visibility timeout become visible again. The order is unspecified.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if the queue does not exist; with stage `request`, before the request is sent, if
    /// the count or the timeout is out of range. If a response is lost and the request is retried, the messages in the
    /// lost response become visible again after their visibility timeout.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - count: The maximum number of messages, 1 to 32. Defaults to 1.
    ///   - visibilityTimeout: The visibility timeout, 1 second to 7 days, rounded up to whole seconds. Defaults to 30
    ///     seconds.
    /// - Returns: A cold `Observable<[QueueMessage]>` that emits one array, empty if no messages are visible, and
    ///   completes.
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

    /// Peeks at messages without receiving them.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if the queue does not exist; with stage `request`, before the request is sent, if
    /// the count is out of range.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - count: The maximum number of messages, 1 to 32. Defaults to 1.
    /// - Returns: A cold `Observable<[PeekedMessage]>` that emits one array, empty if no messages are visible, and
    ///   completes.
    /// - SeeAlso: `GET /QUEUE/messages?peekonly=true`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/peek-messages>, read 2026-11-21.
    public func peek(at queue: String, count: Int = 1) -> Observable<[PeekedMessage]> {
        var operation = Operation(
            .get, "/\(queue)/messages", ["peekonly": "true"],
            parser: QueueMessageList.parser.map { [codec] in $0.queueMessage.map { PeekedMessage($0, codec) } })
        operation.append("numofmessages", count, named: "count", in: Self.counts)
        return send(operation)
    }

    /// Returns the request body for a message text.
    static func body(_ text: String) throws -> HTTPBody {
        let count = text.utf8.count
        guard count <= MessageCodec.limit else {
            throw TransportError(
                .invalidRequest, "the encoded message has \(count) bytes (limit \(MessageCodec.limit))")
        }
        return try XML.body(["messageText": text], root: "QueueMessage")
    }

    // The limits of the service.
    static let counts = 1...32
    static let timeouts = 1...604_800
    static let delays = 0...604_800
    private static let lifetimes = 1...Int(Int32.max)
    private static let standardLifetime = 604_800
}

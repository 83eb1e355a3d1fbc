public import Rill
internal import RillHTTP

/// What those can do who have a message's receipt.
extension QueueClient {
    /// Deletes a message that was received.
    ///
    /// ## Errors
    /// As ``delete(id:popReceipt:from:)``.
    ///
    /// - Parameters:
    ///   - message: The message, as it was received or updated last.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    public func delete(_ message: QueueMessage, from queue: String) -> Observable<Void> {
        delete(id: message.id, popReceipt: message.popReceipt, from: queue)
    }

    /// Deletes a message.
    ///
    /// That it is not there counts as done if an attempt before has been answered by nobody: that was the one that has
    /// deleted it.
    ///
    /// ## Errors
    /// `APIError`: with status 404 (``AzureStorageError/Code/messageNotFound``) or 400
    /// (``AzureStorageError/Code/popReceiptMismatch``) if somebody else has received, updated or deleted it.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - popReceipt: The last one that was given out for it.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /QUEUE/messages/ID`, <https://learn.microsoft.com/rest/api/storageservices/delete-message2>,
    ///   read 2026-11-21.
    public func delete(id: QueueMessage.ID, popReceipt: PopReceipt, from queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)/messages/\(id)", ["popreceipt": popReceipt.rawValue]))
            .acceptingRepeatedDeletion(.messageNotFound)
    }

    /// Changes for how long nobody else gets a message that was received, and perhaps its text.
    ///
    ///     client.update(message, in: "jobs", visibleAfter: .seconds(30))             // half a minute more, from now on
    ///     client.update(message, in: "jobs", text: "resize 8.png")                   // gives it back, with another text
    ///
    /// ## Errors
    /// As ``update(id:popReceipt:in:text:visibleAfter:)``.
    ///
    /// - Parameters:
    ///   - message: The message, as it was received or updated last.
    ///   - queue: The name of the queue.
    ///   - text: Its text from now on; nil for the same as before.
    ///   - visibleAfter: How long nobody can get it from now on, zero to seven days.
    /// - Returns: A cold `Observable<QueueMessage>`: exactly one value, the message with its new receipt, then completed.
    public func update(
        _ message: QueueMessage, in queue: String, text: String? = nil, visibleAfter: Duration = .zero
    ) -> Observable<QueueMessage> {
        update(id: message.id, popReceipt: message.popReceipt, in: queue, text: text, visibleAfter: visibleAfter)
            .map { [codec] update in
                var message = message
                message.popReceipt = update.popReceipt
                message.visibleAt = update.visibleAt
                if let text {
                    message.text = text
                    message.rawText = codec.raw(text)
                }
                return message
            }
    }

    /// Changes for how long nobody else gets a message, and perhaps its text.
    ///
    /// ## Errors
    /// `APIError`: with status 404 (``AzureStorageError/Code/messageNotFound``) or 400
    /// (``AzureStorageError/Code/popReceiptMismatch``) if somebody else has received, updated or deleted it, or if the
    /// answer to a first attempt was lost, and with it the new receipt; at the stage `request` and before anything is sent
    /// if the text cannot be sent or the duration is out of its range.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - popReceipt: The last one that was given out for it.
    ///   - queue: The name of the queue.
    ///   - text: Its text from now on; nil for the same as before.
    ///   - visibleAfter: How long nobody can get it from now on, zero to seven days; rounded up to whole seconds.
    /// - Returns: A cold `Observable<UpdatedMessage>`: exactly one value, the new receipt, then completed.
    /// - SeeAlso: `PUT /QUEUE/messages/ID`, <https://learn.microsoft.com/rest/api/storageservices/update-message>, read
    ///   2026-11-21.
    public func update(
        id: QueueMessage.ID, popReceipt: PopReceipt, in queue: String, text: String? = nil,
        visibleAfter: Duration = .zero
    ) -> Observable<UpdatedMessage> {
        send(
            updating(id, popReceipt, queue, text, visibleAfter) { head in
                let receipt = try PopReceipt(head)
                guard let date = head.headerFields[.timeNextVisible].flatMap({ HTTPDate.parse($0) }) else {
                    throw MissingFromAnswer("x-ms-time-next-visible")
                }
                return UpdatedMessage(popReceipt: receipt, visibleAt: date)
            })
    }

    /// Keeps a message for longer: the receipt is all that matters, and is not to be lost.
    func renew(
        id: QueueMessage.ID, popReceipt: PopReceipt, in queue: String, visibleAfter: Duration
    ) -> Observable<PopReceipt> {
        send(updating(id, popReceipt, queue, nil, visibleAfter) { try PopReceipt($0) })
    }

    private func updating<Answer>(
        _ id: QueueMessage.ID, _ popReceipt: PopReceipt, _ queue: String, _ text: String?, _ visibleAfter: Duration,
        _ read: @escaping @Sendable (HTTPResponse) throws -> Answer
    ) -> Operation<Answer> {
        var operation = Operation(
            .put, "/\(queue)/messages/\(id)", ["popreceipt": popReceipt.rawValue],
            parser: ResponseParser { head, _, _ in try read(head) })
        operation.append("visibilitytimeout", visibleAfter, named: "visibleAfter", in: Self.delays)
        if let text { operation.setBody { [codec] in try Self.body(codec.raw(text)) } }
        return operation
    }
}

extension PopReceipt {
    /// Reads the receipt that the head of an answer brings.
    fileprivate init(_ head: HTTPResponse) throws {
        guard let receipt = head.headerFields[.popReceipt] else { throw MissingFromAnswer("x-ms-popreceipt") }
        self.init(rawValue: receipt)
    }
}

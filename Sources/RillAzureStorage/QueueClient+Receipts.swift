internal import Foundation
public import RillHTTP

extension QueueClient {
    /// Deletes a received message.
    ///
    /// ## Errors
    /// The errors of ``delete(id:popReceipt:from:)``.
    ///
    /// - Parameters:
    ///   - message: The message, with its latest pop receipt.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    public func delete(_ message: QueueMessage, from queue: String) -> Observable<Void> {
        delete(id: message.id, popReceipt: message.popReceipt, from: queue)
    }

    /// Deletes a message.
    ///
    /// A 404 after an attempt with an unknown outcome counts as success, because that attempt may have deleted the message.
    ///
    /// ## Errors
    /// `APIError`: with status 404 (``AzureStorageError/Code/messageNotFound``) or 400
    /// (``AzureStorageError/Code/popReceiptMismatch``) if another client received, updated, or deleted the message.
    ///
    /// - Parameters:
    ///   - id: The message ID.
    ///   - popReceipt: The latest pop receipt of the message.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `DELETE /QUEUE/messages/ID`, <https://learn.microsoft.com/rest/api/storageservices/delete-message2>,
    ///   read 2026-11-21.
    public func delete(id: QueueMessage.ID, popReceipt: PopReceipt, from queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)/messages/\(id)", ["popreceipt": popReceipt.rawValue]))
            .succeedingIfAlreadyDeleted(.messageNotFound)
    }

    /// Updates the visibility timeout of a received message, and optionally its text.
    ///
    ///     client.update(message, in: "jobs", visibleAfter: .seconds(30))   // extends the timeout to 30 s from now
    ///     client.update(message, in: "jobs", text: "resize 8.png")         // changes the text and makes it visible
    ///
    /// ## Errors
    /// The errors of ``update(id:popReceipt:in:text:visibleAfter:)``.
    ///
    /// - Parameters:
    ///   - message: The message, with its latest pop receipt.
    ///   - queue: The name of the queue.
    ///   - text: The new text. Defaults to `nil`, which keeps the text.
    ///   - visibleAfter: The new visibility timeout from now, 0 to 7 days. Defaults to 0, which makes the message
    ///     visible.
    /// - Returns: A cold `Observable<QueueMessage>` that emits the message with its new pop receipt and completes.
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

    /// Updates the visibility timeout of a message, and optionally its text.
    ///
    /// ## Errors
    /// `APIError`: with status 404 (``AzureStorageError/Code/messageNotFound``) or 400
    /// (``AzureStorageError/Code/popReceiptMismatch``) if another client received, updated, or deleted the message, or
    /// if the response to an earlier attempt, and with it the new pop receipt, was lost; with stage `request`, before
    /// the request is sent, if the text cannot be encoded or the duration is out of range.
    ///
    /// - Parameters:
    ///   - id: The message ID.
    ///   - popReceipt: The latest pop receipt of the message.
    ///   - queue: The name of the queue.
    ///   - text: The new text. Defaults to `nil`, which keeps the text.
    ///   - visibleAfter: The new visibility timeout from now, 0 to 7 days, rounded up to whole seconds. Defaults to 0.
    /// - Returns: A cold `Observable<UpdatedMessage>` that emits the new pop receipt and completes.
    /// - SeeAlso: `PUT /QUEUE/messages/ID`, <https://learn.microsoft.com/rest/api/storageservices/update-message>, read
    ///   2026-11-21.
    public func update(
        id: QueueMessage.ID, popReceipt: PopReceipt, in queue: String, text: String? = nil,
        visibleAfter: Duration = .zero
    ) -> Observable<UpdatedMessage> {
        send(
            updating(id, popReceipt, queue, text, visibleAfter) { head in
                UpdatedMessage(
                    popReceipt: try head.popReceipt,
                    visibleAt: try head.value(of: .timeNextVisible) { Date(httpDate: $0) })
            })
    }

    /// Extends the visibility timeout.
    ///
    /// Requires only the pop receipt in the response, so that an otherwise incomplete response does not lose it.
    func renew(
        id: QueueMessage.ID, popReceipt: PopReceipt, in queue: String, visibleAfter: Duration
    ) -> Observable<PopReceipt> {
        send(updating(id, popReceipt, queue, nil, visibleAfter) { head in try head.popReceipt })
    }

    private func updating<Output>(
        _ id: QueueMessage.ID, _ popReceipt: PopReceipt, _ queue: String, _ text: String?, _ visibleAfter: Duration,
        _ read: @escaping @Sendable (HTTPResponse) throws -> Output
    ) -> Operation<Output> {
        var operation = Operation(
            .put, "/\(queue)/messages/\(id)", ["popreceipt": popReceipt.rawValue], parser: .fromHead(read))
        operation.append("visibilitytimeout", visibleAfter, named: "visibleAfter", in: Self.delays)
        if let text { operation.setBody { [codec] in try Self.body(codec.raw(text)) } }
        return operation
    }
}

extension HTTPResponse {
    fileprivate var popReceipt: PopReceipt {
        get throws { try value(of: .popReceipt) { PopReceipt(rawValue: $0) } }
    }
}

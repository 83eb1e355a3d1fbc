public import RillHTTP

extension QueueClient {
    /// Lists the queues of the account, requesting pages on demand.
    ///
    ///     for try await queue in client.queues(prefix: "jobs-").values { … }
    ///
    /// Requests the next page after all queues of the current page have been emitted, unless the subscriber has paused
    /// the stream.
    ///
    /// ## Errors
    /// `APIError`. The queues of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the queue names. Defaults to `nil`, which lists all queues.
    ///   - includesMetadata: Whether to include the metadata of the queues. Defaults to `false`.
    ///   - pageSize: The maximum number of queues per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    /// - Returns: A cold `Observable<QueueItem>` with back-pressure.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``queuePages(prefix:includesMetadata:pageSize:after:)``
    public func queues(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil
    ) -> Observable<QueueItem> {
        client.accountPages(prefix, includesMetadata: includesMetadata, pageSize: pageSize, after: nil)
            .elements { (page: QueuePage) in page.queues }
    }

    /// Lists the queues of the account as pages, requesting them on demand.
    ///
    /// An empty page with a marker is not the last one.
    ///
    /// ## Errors
    /// `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the queue names. Defaults to `nil`, which lists all queues.
    ///   - includesMetadata: Whether to include the metadata of the queues. Defaults to `false`.
    ///   - pageSize: The maximum number of queues per page, 1 to 5,000. Defaults to `nil`, which uses the service's
    ///     default.
    ///   - marker: The ``QueuePage/nextMarker`` of the page to continue after. Defaults to `nil`, which starts at the
    ///     first page.
    /// - Returns: A cold `Observable<QueuePage>` with back-pressure that emits at least one page and completes.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: `GET /?comp=list`, <https://learn.microsoft.com/rest/api/storageservices/list-queues1>, read 2026-11-21.
    public func queuePages(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil, after marker: String? = nil
    ) -> Observable<QueuePage> {
        client.accountPages(prefix, includesMetadata: includesMetadata, pageSize: pageSize, after: marker)
            .map(\.value)
    }

    /// Creates a queue if it does not exist.
    ///
    /// ## Errors
    /// `APIError`: with status 409 if the queue exists with different metadata
    /// (``AzureStorageError/Code/queueAlreadyExists``) or is being deleted
    /// (``AzureStorageError/Code/queueBeingDeleted``), which takes at least 30 seconds; with status 400 if the name is
    /// invalid; with stage `request` and an underlying ``MetadataError`` if the metadata is invalid.
    ///
    /// - Parameters:
    ///   - queue: The name: 3 to 63 lowercase letters, digits, and single hyphens.
    ///   - metadata: The metadata of the queue. Defaults to none.
    /// - Returns: A cold `Observable<Bool>` that emits one value and completes: `true` if the request created the
    ///   queue, `false` if it already existed. Also `false` if the response to an attempt that created the queue was
    ///   lost.
    /// - SeeAlso: `PUT /QUEUE`, <https://learn.microsoft.com/rest/api/storageservices/create-queue4>, read 2026-11-21.
    public func createQueue(_ queue: String, metadata: [String: String] = [:]) -> Observable<Bool> {
        send(Operation(.put, "/\(queue)", metadata: metadata, parser: .fromHead { $0.status == .created }))
    }

    /// Deletes a queue and its messages.
    ///
    /// A `queueNotFound` or `queueBeingDeleted` error after an attempt with an unknown outcome counts as success.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if the queue does not exist.
    ///
    /// - Parameter queue: The name of the queue. The name cannot be reused for some time.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `DELETE /QUEUE`, <https://learn.microsoft.com/rest/api/storageservices/delete-queue3>, read 2026-11-21.
    public func deleteQueue(_ queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)"))
            .succeedingIfAlreadyDeleted(.queueNotFound, .queueBeingDeleted)
    }

    /// Returns the metadata and the approximate number of messages of a queue.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if the queue does not exist.
    ///
    /// - Parameter queue: The name of the queue.
    /// - Returns: A cold `Observable<QueueProperties>` that emits one value and completes.
    /// - SeeAlso: `GET /QUEUE?comp=metadata`, <https://learn.microsoft.com/rest/api/storageservices/get-queue-metadata>,
    ///   read 2026-11-21.
    public func properties(ofQueue queue: String) -> Observable<QueueProperties> {
        send(
            Operation(
                .get, "/\(queue)", ["comp": "metadata"],
                parser: .fromHead { head in
                    QueueProperties(
                        approximateMessageCount: try head.value(of: .approximateMessageCount) { Int($0) },
                        metadata: Metadata.read(from: head.headerFields))
                }))
    }

    /// Sets the metadata of a queue, replacing all existing metadata.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if the queue does not exist; with stage `request` and an underlying
    /// ``MetadataError`` if the metadata is invalid.
    ///
    /// - Parameters:
    ///   - metadata: The new metadata.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /QUEUE?comp=metadata`, <https://learn.microsoft.com/rest/api/storageservices/set-queue-metadata>,
    ///   read 2026-11-21.
    public func setMetadata(_ metadata: [String: String], ofQueue queue: String) -> Observable<Void> {
        send(Operation(.put, "/\(queue)", ["comp": "metadata"], metadata: metadata))
    }

    /// Deletes all messages of a queue.
    ///
    /// For a queue with very many messages, the service can time out with status 500 after deleting a part of them. The
    /// client's retries then delete the remaining messages.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if the queue does not exist; with status 500 if messages remain after all attempts.
    ///
    /// - Parameter queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `DELETE /QUEUE/messages`, <https://learn.microsoft.com/rest/api/storageservices/clear-messages>, read
    ///   2026-11-21.
    public func clear(_ queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)/messages"))
    }
}

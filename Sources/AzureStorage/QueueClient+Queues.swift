public import Rill
internal import RillHTTP

extension QueueClient {
    /// Reads the list of queues, page by page, as they are asked for.
    ///
    ///     for try await queue in client.queues(prefix: "jobs-").values { … }
    ///
    /// The next page is requested when the last queue of the one before has been taken, and not while the subscriber is
    /// paused.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - prefix: How the names begin; nil for all.
    ///   - includesMetadata: Whether to read what is kept beside the queues, too.
    ///   - pageSize: How many queues a page has at most, 1 to 5,000; nil for the service's choice.
    /// - Returns: A cold `Observable<QueueItem>` that parks.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``queuePages(prefix:includesMetadata:pageSize:after:)``
    public func queues(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil
    ) -> Observable<QueueItem> {
        pages(prefix, includesMetadata, pageSize, nil).elements { $0.queues }
    }

    /// Reads the list of queues page by page, as they are asked for.
    ///
    /// A page without queues is not the last one if it has a marker.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - prefix: How the names begin; nil for all.
    ///   - includesMetadata: Whether to read what is kept beside the queues, too.
    ///   - pageSize: How many queues a page has at most, 1 to 5,000; nil for the service's choice.
    ///   - marker: Where to begin, an earlier page's ``QueuePage/nextMarker``; nil for the beginning.
    /// - Returns: A cold `Observable<QueuePage>` that parks: one page or more, then completed.
    /// - Complexity: Keeps the marker to go on with.
    /// - SeeAlso: `GET /?comp=list`, <https://learn.microsoft.com/rest/api/storageservices/list-queues1>, read 2026-11-21.
    public func queuePages(
        prefix: String? = nil, includesMetadata: Bool = false, pageSize: Int? = nil, after marker: String? = nil
    ) -> Observable<QueuePage> {
        pages(prefix, includesMetadata, pageSize, marker).map(\.value)
    }

    private func pages(
        _ prefix: String?, _ includesMetadata: Bool, _ pageSize: Int?, _ marker: String?
    ) -> Observable<Page<QueuePage>> {
        var operation = Operation<QueuePage>(
            .get, "/", ["comp": "list", "prefix": prefix, "include": includesMetadata ? "metadata" : nil],
            parser: .xml(root: "EnumerationResults"))
        operation.appendPageSize(pageSize)
        return client.pages(
            operation, by: .marker("marker", next: \.nextMarker), from: marker.flatMap { PageCursor($0) })
    }

    /// Makes a queue, if there is none of that name.
    ///
    /// ## Errors
    /// `APIError`: with status 409 if there is one with other metadata (``AzureStorageError/Code/queueAlreadyExists``), or
    /// one that is still being deleted (``AzureStorageError/Code/queueBeingDeleted``), which takes half a minute or more;
    /// with 400 if the name is none that a queue can have; at the stage `request` with a ``MetadataError`` underneath.
    ///
    /// - Parameters:
    ///   - queue: The name: 3 to 63 lower-case letters, digits and single hyphens.
    ///   - metadata: What to keep beside it.
    /// - Returns: A cold `Observable<Bool>`: exactly one value, then completed: true if this has made it, false if it was
    ///   there already. After an answer that was lost, the second attempt finds what the first has made.
    /// - SeeAlso: `PUT /QUEUE`, <https://learn.microsoft.com/rest/api/storageservices/create-queue4>, read 2026-11-21.
    public func createQueue(_ queue: String, metadata: [String: String] = [:]) -> Observable<Bool> {
        send(
            Operation(
                .put, "/\(queue)", metadata: metadata, parser: ResponseParser { head, _, _ in head.status == .created })
        )
    }

    /// Deletes a queue with all that is in it.
    ///
    /// A deletion whose answer was lost, and that finds no queue when it is tried again, counts as done.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if there is no such queue.
    ///
    /// - Parameter queue: The name.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed. The name is free again some time later.
    /// - SeeAlso: `DELETE /QUEUE`, <https://learn.microsoft.com/rest/api/storageservices/delete-queue3>, read 2026-11-21.
    public func deleteQueue(_ queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)"))
            .acceptingRepeatedDeletion(.queueNotFound)
            .acceptingRepeatedDeletion(.queueBeingDeleted)
    }

    /// Reads how many messages are in a queue, about, and what is kept beside it.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if there is no such queue.
    ///
    /// - Parameter queue: The name.
    /// - Returns: A cold `Observable<QueueProperties>`: exactly one value, then completed.
    /// - SeeAlso: `GET /QUEUE?comp=metadata`, <https://learn.microsoft.com/rest/api/storageservices/get-queue-metadata>,
    ///   read 2026-11-21.
    public func properties(ofQueue queue: String) -> Observable<QueueProperties> {
        send(
            Operation(
                .get, "/\(queue)", ["comp": "metadata"],
                parser: ResponseParser { head, _, _ in
                    guard let count = head.headerFields[.approximateMessageCount].flatMap({ Int($0) }) else {
                        throw MissingFromAnswer("x-ms-approximate-messages-count")
                    }
                    return QueueProperties(
                        approximateMessageCount: count, metadata: Metadata.read(from: head.headerFields))
                }))
    }

    /// Replaces all that is kept beside a queue.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such queue; at the stage `request` with a ``MetadataError`` underneath.
    ///
    /// - Parameters:
    ///   - metadata: What to keep; what is not named is removed.
    ///   - queue: The name.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /QUEUE?comp=metadata`, <https://learn.microsoft.com/rest/api/storageservices/set-queue-metadata>,
    ///   read 2026-11-21.
    public func setMetadata(_ metadata: [String: String], ofQueue queue: String) -> Observable<Void> {
        send(Operation(.put, "/\(queue)", ["comp": "metadata"], metadata: metadata))
    }

    /// Deletes all messages of a queue.
    ///
    /// The service gives up on a queue with very many of them half-way, and says so with status 500: then it goes on, as
    /// often as the client's retries allow.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such queue; with 500 if there were too many messages for all attempts,
    /// some of which are gone.
    ///
    /// - Parameter queue: The name.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /QUEUE/messages`, <https://learn.microsoft.com/rest/api/storageservices/clear-messages>, read
    ///   2026-11-21.
    public func clear(_ queue: String) -> Observable<Void> {
        send(Operation(.delete, "/\(queue)/messages"))
    }
}

public import RillHTTP

extension QueueClient {
    /// Returns the stored access policies of a queue.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/queueNotFound`` if the queue does not exist.
    ///
    /// - Parameter queue: The name of the queue.
    /// - Returns: A cold `Observable<[StoredAccessPolicy]>` that emits one value and completes.
    /// - SeeAlso: `GET /QUEUE?comp=acl`, <https://learn.microsoft.com/rest/api/storageservices/get-queue-acl>, read
    ///   2026-11-23.
    public func accessPolicies(ofQueue queue: String) -> Observable<[StoredAccessPolicy]> {
        send(
            Operation<StoredAccessPolicies>(
                .get, "/\(queue)", ["comp": "acl"], parser: .xml(root: StoredAccessPolicies.root))
        ).map(\.signedIdentifier)
    }

    /// Sets the stored access policies of a queue, replacing all existing policies.
    ///
    /// A change can take up to 30 seconds to take effect.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/queueNotFound`` if the queue does not exist; with stage `request` if there
    /// are more than five policies, or their IDs are invalid.
    ///
    /// - Parameters:
    ///   - policies: The new policies, at most five.
    ///   - queue: The name of the queue.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /QUEUE?comp=acl`, <https://learn.microsoft.com/rest/api/storageservices/set-queue-acl>, read
    ///   2026-11-23.
    public func setAccessPolicies(_ policies: [StoredAccessPolicy], ofQueue queue: String) -> Observable<Void> {
        var operation = Operation(.put, "/\(queue)", ["comp": "acl"])
        operation.setPolicies(policies)
        return send(operation)
    }
}

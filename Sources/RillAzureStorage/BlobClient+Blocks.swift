public import RillHTTP

extension BlobClient {
    /// Uploads a blob with one request.
    ///
    /// Use ``upload(_:to:headers:metadata:conditions:)`` for content of any size. The service verifies a checksum of content
    /// in memory, unless both ``TransferOptions/checksMD5`` and ``TransferOptions/checksCRC64`` of ``transfers`` are
    /// `false`. It computes the MD5 of any content, and stores it with the blob if `headers` contains none.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerNotFound`` if the container does not exist; with
    /// ``AzureStorageError/Code/blobAlreadyExists`` or ``AzureStorageError/Code/conditionNotMet`` if a condition is not
    /// met; with stage `request` if the length of the content is unknown.
    ///
    /// - Parameters:
    ///   - content: The content, of known length. Its media type is used if `headers` contains none.
    ///   - blob: The path of the blob. An existing blob is replaced.
    ///   - headers: The content headers of the blob. Defaults to none.
    ///   - metadata: The metadata of the blob. Defaults to none.
    ///   - conditions: The conditions on an existing blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/put-blob>, read 2026-11-21.
    public func put(
        _ content: HTTPBody, to blob: BlobPath, headers: BlobHeaders = BlobHeaders(),
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        .deferred {
            put(
                content, content.bytes.flatMap { transfers.checksum(of: $0) }, to: blob, headers, metadata,
                conditions)
        }
    }

    func put(
        _ content: HTTPBody, _ checksum: ContentChecksum?, to blob: BlobPath, _ headers: BlobHeaders,
        _ metadata: [String: String],
        _ conditions: AccessConditions
    ) -> Observable<BlobVersion> {
        var fields = headers.fields
        fields[.blobType] = BlobType.block.rawValue
        checksum?.add(to: &fields)
        var operation = Operation(
            .put, blob.path, fields: fields, metadata: metadata, conditions: conditions, body: content, parser: .version
        )
        operation.checkCount(of: content, in: 0...Int.max)
        return send(operation)
    }

    /// Uploads a block, to be committed with ``putBlockList(_:of:headers:metadata:conditions:)``.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/invalidBlobOrBlock`` if the blob has blocks with IDs of another
    /// length; with ``AzureStorageError/Code/md5Mismatch`` or ``AzureStorageError/Code/crc64Mismatch`` if the received
    /// content does not match the checksum.
    ///
    /// - Parameters:
    ///   - content: The content of the block, of known length.
    ///   - id: The Base64-encoded block ID of up to 64 bytes. All block IDs of a blob must have the same length.
    ///   - blob: The path of the blob.
    ///   - checksum: The checksum of the block, which the service verifies. Defaults to `nil`, which disables the
    ///     verification.
    ///   - leaseID: The ID of the lease of the blob, if it is leased. Defaults to `nil`.
    /// - Returns: A cold `Observable<Void>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=block`, <https://learn.microsoft.com/rest/api/storageservices/put-block>, read
    ///   2026-11-21.
    public func putBlock(
        _ content: HTTPBody, id: String, of blob: BlobPath, checksum: ContentChecksum? = nil, leaseID: LeaseID? = nil
    ) -> Observable<Void> {
        var fields: HTTPFields = [:]
        checksum?.add(to: &fields)
        var operation = Operation(
            .put, blob.path, ["comp": "block", "blockid": id], fields: fields,
            conditions: AccessConditions(leaseID: leaseID), body: content)
        operation.checkCount(of: content, in: 0...Int.max)
        return send(operation)
    }

    /// Commits a block list, which creates or replaces the blob.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidBlockList`` if a block does not exist.
    ///
    /// - Parameters:
    ///   - ids: The block IDs in content order. The latest upload of each block is used. Uncommitted blocks that are
    ///     not listed are discarded.
    ///   - blob: The path of the blob.
    ///   - headers: The content headers of the blob. Defaults to none.
    ///   - metadata: The metadata of the blob. Defaults to none.
    ///   - conditions: The conditions on an existing blob. Defaults to none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=blocklist`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/put-block-list>, read 2026-11-21.
    public func putBlockList(
        _ ids: [String], of blob: BlobPath, headers: BlobHeaders = BlobHeaders(), metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var operation = Operation<BlobVersion>(
            .put, blob.path, ["comp": "blocklist"], fields: headers.fields, metadata: metadata, conditions: conditions,
            parser: .versionOfBlocks)
        // Commits the latest version of each block, committed or not.
        operation.setBody { try XML.body(["latest": ids], root: "BlockList") }
        return send(operation)
    }

    /// Returns the committed and uncommitted blocks of a blob.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if there is neither a blob nor an uncommitted block of
    /// that name.
    ///
    /// - Parameter blob: The path of the blob.
    /// - Returns: A cold `Observable<BlockList>` that emits one value and completes.
    /// - SeeAlso: `GET /CONTAINER/BLOB?comp=blocklist`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-block-list>, read 2026-11-21.
    public func blockList(of blob: BlobPath) -> Observable<BlockList> {
        send(
            Operation(
                .get, blob.path, ["comp": "blocklist", "blocklisttype": "all"], parser: .xml(root: "BlockList")))
    }
}

public import Foundation
public import Rill
public import RillHTTP

extension BlobClient {
    /// Writes a blob in one request; ``upload(_:to:headers:metadata:conditions:)`` is for contents of any size.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerNotFound`` if there is no such container; with
    /// ``AzureStorageError/Code/blobAlreadyExists`` or ``AzureStorageError/Code/conditionNotMet`` if a condition is not met;
    /// at the stage `request` if the length of the content is not known.
    ///
    /// - Parameters:
    ///   - content: The content, of known length; its media type counts where the headers name none.
    ///   - blob: Where it should be; one that is there already is replaced.
    ///   - headers: What the content is said to be.
    ///   - metadata: Names and values to keep beside it.
    ///   - conditions: In which state what is there has to be.
    /// - Returns: A cold `Observable<BlobVersion>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/put-blob>, read 2026-11-21.
    public func put(
        _ content: HTTPBody, to blob: BlobPath, headers: BlobHeaders = BlobHeaders(),
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        put(content, md5: nil, to: blob, headers, metadata, conditions)
    }

    func put(
        _ content: HTTPBody, md5: String?, to blob: BlobPath, _ headers: BlobHeaders, _ metadata: [String: String],
        _ conditions: AccessConditions
    ) -> Observable<BlobVersion> {
        var fields = headers.fields
        fields[.blobType] = BlobType.block.rawValue
        fields[.contentMD5] = md5
        return send(
            Operation(
                .put, blob.path, fields: fields, metadata: metadata, conditions: conditions, body: content,
                parser: .version))
    }

    /// Sends a block, which becomes a part of a blob only by ``putBlockList(_:of:headers:metadata:conditions:)``.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/invalidBlobOrBlock`` if other blocks of the blob have ids of another length;
    /// with ``AzureStorageError/Code/md5Mismatch`` if not what was sent has arrived.
    ///
    /// - Parameters:
    ///   - content: The block, of known length.
    ///   - id: What to call it: up to 64 bytes in Base64; of a blob, all have one length.
    ///   - blob: The blob that it is for.
    ///   - md5: The MD5 of the block, 16 bytes, for the service to check; nil for no check.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=block`, <https://learn.microsoft.com/rest/api/storageservices/put-block>, read
    ///   2026-11-21.
    public func putBlock(_ content: HTTPBody, id: String, of blob: BlobPath, md5: Data? = nil) -> Observable<Void> {
        var fields: HTTPFields = [:]
        fields[.contentMD5] = md5?.base64EncodedString()
        return send(Operation(.put, blob.path, ["comp": "block", "blockid": id], fields: fields, body: content))
    }

    /// Makes a blob of blocks.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/invalidBlockList`` if a block is not there.
    ///
    /// - Parameters:
    ///   - ids: What the blocks are called, in the order of the content; of each the last that was sent counts. Blocks that
    ///     were sent and are not named are gone.
    ///   - blob: The blob.
    ///   - headers: What the content is said to be.
    ///   - metadata: Names and values to keep beside it.
    ///   - conditions: In which state what is there has to be.
    /// - Returns: A cold `Observable<BlobVersion>`: exactly one value, then completed.
    /// - SeeAlso: `PUT /CONTAINER/BLOB?comp=blocklist`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/put-block-list>, read 2026-11-21.
    public func putBlockList(
        _ ids: [String], of blob: BlobPath, headers: BlobHeaders = BlobHeaders(), metadata: [String: String] = [:],
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var operation = Operation<BlobVersion>(
            .put, blob.path, ["comp": "blocklist"], fields: headers.fields, metadata: metadata, conditions: conditions,
            parser: .versionOfBlocks)
        operation.setBody { try XML.body(LatestBlocks(latest: ids), root: "BlockList") }
        return send(operation)
    }

    /// Lists the blocks of a blob, and those that were sent for it.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/blobNotFound`` if nobody has sent anything of that name.
    ///
    /// - Parameter blob: Where it is.
    /// - Returns: A cold `Observable<BlockList>`: exactly one value, then completed.
    /// - SeeAlso: `GET /CONTAINER/BLOB?comp=blocklist`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-block-list>, read 2026-11-21.
    public func blockList(of blob: BlobPath) -> Observable<BlockList> {
        send(
            Operation(
                .get, blob.path, ["comp": "blocklist", "blocklisttype": "all"], parser: .xml(root: "BlockList")))
    }
}

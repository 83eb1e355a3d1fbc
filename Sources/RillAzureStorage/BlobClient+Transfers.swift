public import Foundation
public import RillHTTP

extension BlobClient {
    /// Uploads a blob of any size from memory, a file, or a stream.
    ///
    ///     blobs.upload(.file("/tmp/film.mp4", contentType: "video/mp4"), to: BlobPath("films", "film.mp4"))
    ///         .subscribe(onNext: { print($0.fraction ?? 0) }, onCompleted: { print("uploaded") })
    ///
    /// Content that fits into one block is uploaded with a single request. Larger content is uploaded as blocks,
    /// several concurrently and each with its own retries, and committed at the end. Until then, readers see the
    /// previous blob. The content is read only as fast as blocks are uploaded. If the upload fails or is disposed,
    /// uncommitted blocks can remain, which the service discards after a week.
    ///
    /// The service verifies a checksum of each block, unless both ``TransferOptions/checksMD5`` and
    /// ``TransferOptions/checksCRC64`` of ``transfers`` are `false`. The MD5 of the whole content is stored with the blob,
    /// unless ``TransferOptions/checksMD5`` is `false`.
    ///
    /// ## Errors
    /// `APIError`: the errors of ``put(_:to:headers:metadata:conditions:)`` and
    /// ``putBlockList(_:of:headers:metadata:conditions:)``; with stage `request` if the content cannot be read, is too
    /// long, or differs from its declared length. If blocks had already been sent, `attempts` is 1; the service discards
    /// them after a week.
    ///
    /// - Parameters:
    ///   - content: The content. Its media type is used if `headers` contains none.
    ///   - blob: The path of the blob. An existing blob is replaced.
    ///   - headers: The content headers of the blob. Defaults to none.
    ///   - metadata: The metadata of the blob. Defaults to none.
    ///   - conditions: The conditions on an existing blob when the upload is committed. Defaults to none.
    /// - Returns: A cold `Observable<UploadProgress>` that emits an element for each uploaded block, in any order, and
    ///   a last one with the new version of the blob, and completes.
    /// - Complexity: Keeps at most ``TransferOptions/maxConcurrent`` + 2 blocks in memory.
    public func upload(
        _ content: HTTPBody, to blob: BlobPath, headers: BlobHeaders = BlobHeaders(),
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions()
    ) -> Observable<UploadProgress> {
        .deferred { Upload(self, content, to: blob, headers, metadata, conditions).progress }
    }

    /// Downloads the content of a blob, or a range of it, into memory.
    ///
    /// The content is returned as stored, even if ``BlobHeaders/contentEncoding`` names a compression. Only the
    /// URLSession transport decompresses responses, and fails for ranges of compressed content.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if the blob does not exist; with
    /// ``AzureStorageError/Code/invalidRange`` if the range is outside the content; with status 304 or 412 if a
    /// condition is not met; with stage `transport` if the content exceeds 256 MiB; with stage `request` if the range is
    /// invalid.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - range: The range of bytes, not empty. Truncated at the end of the content. Defaults to `nil`, which means
    ///     the whole content.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<Data>` that emits one value and completes.
    /// - SeeAlso: `GET /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/get-blob>, read 2026-11-21.
    public func data(
        of blob: BlobPath, range: Range<Int>? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<Data> {
        var operation = Operation(.get, blob.path, conditions: conditions, parser: .data)
        operation.setRange(range)
        return reader.send(operation)
    }

    /// Downloads the content of a blob, or a range of it, as a stream of chunks.
    ///
    /// Ranges of a large blob are downloaded concurrently, each with its own retries and checksum, and emitted in
    /// order. While the subscriber has paused the stream, no further ranges are requested. The stream fails if the blob
    /// changes during the download, so that all emitted bytes belong to one version.
    ///
    /// ## Errors
    /// `APIError`: the errors of ``data(of:range:conditions:)``; with ``AzureStorageError/Code/conditionNotMet`` if the
    /// blob changed during the download; with stage `transport` if the content does not match its checksum.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - range: The range of bytes, not empty. Truncated at the end of the content. Defaults to `nil`, which means
    ///     the whole content.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<[UInt8]>` with back-pressure that emits chunks in order and completes.
    /// - Complexity: Keeps at most ``TransferOptions/maxConcurrent`` ranges in memory.
    /// - SeeAlso: `GET /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/get-blob>, read 2026-11-21.
    public func bytes(
        of blob: BlobPath, range: Range<Int>? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<[UInt8]> {
        var operation = Operation<Void>(.get, blob.path, conditions: conditions)
        operation.setRange(range)
        return reader.stream(operation, as: .chunks)
    }

    /// Downloads the content of a blob to a file.
    ///
    /// Downloads ranges concurrently, like ``bytes(of:range:conditions:)``, and writes them to a temporary file that is
    /// moved to `path` when it is complete, like `Client.download(_:to:options:)`. With
    /// `DownloadOptions(resumes: true)`, the download resumes a partial file of the same blob version. After a resumed
    /// download, the whole file is read to verify its MD5.
    ///
    /// ## Errors
    /// `APIError`: the errors of ``bytes(of:range:conditions:)``; with stage `file` if the file cannot be written, or
    /// if a resumed file does not match the MD5 of the blob.
    ///
    /// - Parameters:
    ///   - blob: The path of the blob.
    ///   - path: The path of the file.
    ///   - options: The options for writing the file. Defaults to `DownloadOptions()`.
    ///   - conditions: The conditions for the request. Defaults to none.
    /// - Returns: A cold `Observable<DownloadProgress>` that emits an element for the response head, for each chunk,
    ///   and for the completed file, and completes.
    /// - Complexity: Keeps at most ``TransferOptions/maxConcurrent`` ranges, and the chunks to be written, in memory.
    public func download(
        _ blob: BlobPath, to path: String, options: DownloadOptions = DownloadOptions(),
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<DownloadProgress> {
        let options = transfers.checksMD5 ? options.verifyingMD5OfResumedFiles() : options
        return reader.download(Operation<Void>(.get, blob.path, conditions: conditions), to: path, options: options)
    }

    /// The client that downloads content in concurrent ranges.
    private var reader: Client {
        connection.client(with: ParallelRanges(transfers, retry: retry, scheduler: connection.client.scheduler))
    }
}

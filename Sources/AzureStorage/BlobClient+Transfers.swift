public import Foundation
public import Rill
public import RillHTTP

extension BlobClient {
    /// Writes a blob, of any size and from anywhere: memory, a file, a stream.
    ///
    ///     blobs.upload(.file("/tmp/film.mp4", contentType: "video/mp4"), to: BlobPath("films", "film.mp4"))
    ///         .subscribe(onNext: { print($0.fraction ?? 0) }, onCompleted: { print("there") })
    ///
    /// What fits into one piece is written by one request. The rest is cut into blocks, which are sent side by side, each
    /// tried again alone, and made a blob of in the end: until then, readers see what was there before. The content is read
    /// no faster than the service takes it. If the upload fails or is disposed, blocks may be left that nobody sees; the
    /// service takes them away after a week.
    ///
    /// Each block has its MD5 checked by the service, and the MD5 of the whole is kept beside the blob, unless
    /// ``transfers`` says otherwise.
    ///
    /// ## Errors
    /// `APIError`: those of ``put(_:to:headers:metadata:conditions:)`` and
    /// ``putBlockList(_:of:headers:metadata:conditions:)``; at the stage `request` if the content cannot be read, is too
    /// long, or is not as long as it was said to be.
    ///
    /// - Parameters:
    ///   - content: The content; its media type counts where the headers name none.
    ///   - blob: Where it should be; one that is there already is replaced.
    ///   - headers: What the content is said to be.
    ///   - metadata: Names and values to keep beside it.
    ///   - conditions: In which state what is there has to be, when the blob is made.
    /// - Returns: A cold `Observable<UploadProgress>`: one with each block, in any order, and one with the blob's new state;
    ///   then completed.
    /// - Complexity: ``TransferOptions/maxConcurrent`` + 2 pieces in memory.
    public func upload(
        _ content: HTTPBody, to blob: BlobPath, headers: BlobHeaders = BlobHeaders(),
        metadata: [String: String] = [:], conditions: AccessConditions = AccessConditions()
    ) -> Observable<UploadProgress> {
        .deferred { try Upload(self, content, to: blob, headers, metadata, conditions).progress() }
            .mapError { error in
                error is APIError ? error : connection.client.failure(of: Operation(.put, blob.path), error)
            }
    }

    /// Reads the content of a blob, or a part of it, into memory.
    ///
    /// It comes as it is kept, also where ``BlobHeaders/contentEncoding`` says that it is compressed; only URLSession
    /// decompresses what it reads, and cannot read a part of that.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/blobNotFound`` if there is none of that name; with
    /// ``AzureStorageError/Code/invalidRange`` if it has no such bytes; with status 304 or 412 if a condition is not met; at
    /// the stage `decoding` if it has more than 256 MiB; at the stage `request` if the range is none.
    ///
    /// - Parameters:
    ///   - blob: Where it is.
    ///   - range: Which bytes, one or more, counted from 0; nil for all. What lies behind the end is left out.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<Data>`: exactly one value, then completed.
    /// - SeeAlso: `GET /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/get-blob>, read 2026-11-21.
    public func data(
        of blob: BlobPath, range: Range<Int>? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<Data> {
        var operation = Operation(.get, blob.path, conditions: conditions, parser: .data)
        operation.ask(for: range)
        return reader.send(operation)
    }

    /// Reads the content of a blob, or a part of it, piece by piece.
    ///
    /// Ranges of a large blob are fetched side by side, each tried again alone and checked by its MD5, and handed on in their
    /// order. While the subscriber is paused, no more are fetched. A blob that is changed meanwhile fails the stream: what
    /// was handed on is of one state.
    ///
    /// ## Errors
    /// `APIError`, as ``data(of:range:conditions:)``; with ``AzureStorageError/Code/conditionNotMet`` if the blob has changed
    /// meanwhile; at the stage `transport` if the content does not fit its MD5.
    ///
    /// - Parameters:
    ///   - blob: Where it is.
    ///   - range: Which bytes, one or more, counted from 0; nil for all. What lies behind the end is left out.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<[UInt8]>` that parks: pieces in their order, then completed.
    /// - Complexity: ``TransferOptions/maxConcurrent`` pieces in memory.
    /// - SeeAlso: `GET /CONTAINER/BLOB`, <https://learn.microsoft.com/rest/api/storageservices/get-blob>, read 2026-11-21.
    public func bytes(
        of blob: BlobPath, range: Range<Int>? = nil, conditions: AccessConditions = AccessConditions()
    ) -> Observable<[UInt8]> {
        var operation = Operation<Void>(.get, blob.path, conditions: conditions)
        operation.ask(for: range)
        return reader.stream(operation, as: .chunks)
    }

    /// Writes the content of a blob to a file.
    ///
    /// As ``bytes(of:range:conditions:)``, and as `Client.download(_:to:options:)` does: beside its place until it is
    /// complete, and with `DownloadOptions(resumes: true)` gone on with where an earlier download broke off, if the blob is
    /// still the same. One that was gone on with is read again in the end, for its MD5.
    ///
    /// ## Errors
    /// `APIError`, as ``bytes(of:range:conditions:)``; at the stage `file` if the file cannot be written, or what was gone on
    /// with does not fit the MD5 of the blob.
    ///
    /// - Parameters:
    ///   - blob: Where it is.
    ///   - path: Where the file shall lie.
    ///   - options: How the file is written.
    ///   - conditions: In which state it has to be.
    /// - Returns: A cold `Observable<DownloadProgress>`: one with the head, one with each piece, and one when the file is in
    ///   its place; then completed.
    /// - Complexity: ``TransferOptions/maxConcurrent`` pieces in memory, and what waits for the disk.
    public func download(
        _ blob: BlobPath, to path: String, options: DownloadOptions = DownloadOptions(),
        conditions: AccessConditions = AccessConditions()
    ) -> Observable<DownloadProgress> {
        let options = transfers.checksMD5 ? options.checkingMD5OfResumed() : options
        return reader.download(Operation<Void>(.get, blob.path, conditions: conditions), to: path, options: options)
    }

    /// Sends what reads contents: in ranges, side by side.
    private var reader: Client {
        connection.client(with: ParallelRanges(transfers, retry: retry, scheduler: connection.client.scheduler))
    }
}

extension Operation {
    /// Asks for a part of a content, if there is one: what is empty would be none to the service, and bring all of it.
    fileprivate mutating func ask(for range: Range<Int>?) {
        guard let range else { return }
        guard range.lowerBound >= 0, !range.isEmpty else {
            return refuse("range has to have one byte or more, from 0 on, not \(range)")
        }
        headerFields[.range] = "bytes=\(range.lowerBound)-\(range.upperBound == .max ? "" : "\(range.upperBound - 1)")"
    }
}

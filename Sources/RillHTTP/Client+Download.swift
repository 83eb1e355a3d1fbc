public import Rill

extension Client {
    /// Sends a request, and writes its answer to a file while it arrives.
    ///
    ///     client.download(Archive(), to: "/tmp/archive.zip")
    ///         .subscribe(onNext: { print($0.fraction ?? 0) }, onCompleted: { print("there") })
    ///
    /// The answer is written to a hidden file beside its place (`.archive.zip.….part`). When it is complete it is brought to
    /// the disk and moved to its place in one step: whoever looks there sees what was there before, or all of the new file.
    /// The last progress says so. If the download fails or is disposed, nothing is left behind.
    ///
    /// With ``DownloadOptions/resumes``, what has arrived is kept instead (`.archive.zip.part`, and `.archive.zip.part.info`
    /// beside it), and the next download from the same address to the same place goes on from there, so that
    /// `download(…).retry(3)` loses nothing. It asks with `If-Range`, so that a file that has changed on the server is taken
    /// from its beginning; the same goes for servers that name no state of a file by a strong `ETag` or a sure
    /// `Last-Modified`. Only `GET` is gone on with, and no answer that is compressed, which is why none is asked for. Two such
    /// downloads to the same place at a time are one too many: the second fails, after it has waited a second for the first.
    ///
    /// The disk is never waited for on the transport's thread, nor where you subscribe: opening, writing and moving happen
    /// on the ``DownloadOptions/scheduler``, where events are delivered too. Up to 64 pieces wait for the disk before the
    /// server is held back, as it is while the subscriber is paused. The client's ``timeout`` and ``bodyLimit`` do not count
    /// here; the request's own time-out does.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else; at ``APIError/Stage-swift.struct/file`` with a ``FileWritingError`` underneath if the
    /// file cannot be written, or with what ``DownloadOptions/verify`` has thrown. A file that cannot be made fails before
    /// anything is sent.
    ///
    /// - Parameters:
    ///   - request: What to ask for; its own way to read the answer is left aside.
    ///   - path: Where the file shall lie. Its folder has to be there; a file that lies there already is replaced, and so is
    ///     a link to one. What is not a regular file, such as a device, is left alone: then the download fails.
    ///   - options: How the file is written.
    /// - Returns: A cold observable: a progress with the head, one with each piece, and one when the file is in its place.
    public func download(
        _ request: some Request, to path: String, options: DownloadOptions = DownloadOptions()
    ) -> Observable<DownloadProgress> {
        .deferred {
            let exchange = makeExchange(for: request, accepting: nil)
            return Observable.using {
                try DownloadFile(path, options, identity: ResumptionRecord.identity(of: exchange.message))
            } _: { file in
                Download(client: self, request: request, file: file, options: options).progress
            } release: { file in
                file.close()
            }
            // One that was disposed just now may not have closed it yet.
            .retry(
                .constantBackoff(attempts: 40, delay: .milliseconds(25)).retrying {
                    ($0 as? FileWritingError)?.isBusy == true
                },
                scheduler: options.scheduler
            )
            .mapError { $0 is FileWritingError ? exchange.error(at: .file, $0) : exchange.apiError(for: $0) }
        }
        .subscribeOn(options.scheduler)
    }
}

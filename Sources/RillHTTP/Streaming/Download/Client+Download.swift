public import Rill
internal import RillHTTPTypes

extension Client {
    /// Sends a request and writes the response body to a file as it arrives.
    ///
    ///     client.download(Archive(), to: "/tmp/archive.zip")
    ///         .subscribe(onNext: { print($0.fraction ?? 0) }, onCompleted: { print("there") })
    ///
    /// The body is written to a hidden partial file in the same folder (`.archive.zip.….part`). When the body is
    /// complete, the file is flushed to disk and renamed to its final name in one step, so other processes see either the
    /// old file or the complete new one. The last progress value reports this. If the download fails or is disposed, the
    /// partial file is deleted.
    ///
    /// With ``DownloadOptions/resumes``, the partial file (`.archive.zip.part`) and its metadata
    /// (`.archive.zip.part.info`) are kept. The next download of the same URL to the same path resumes the partial
    /// file, so `download(…).retry(3)` does not download any bytes twice. The request carries `If-Range`, so a file
    /// that has changed on the server is downloaded from the beginning. The same applies to servers that send neither a
    /// strong `ETag` nor a strong `Last-Modified`. Only uncompressed responses to `GET` can be resumed, so compression
    /// is not requested. Two resumable downloads to the same path cannot run at the same time: the second one waits up
    /// to one second for the first and then fails.
    ///
    /// File operations never block the transport's thread or the subscribing thread: opening, writing and renaming run on
    /// ``DownloadOptions/scheduler``, which also delivers the events. Up to 64 chunks are buffered for the file before
    /// the transport is paused. It is also paused while the subscriber is paused. The client's ``timeout`` and
    /// ``bodyLimit`` do not apply to downloads; the request's own timeout does.
    ///
    /// ## Errors
    /// Always an ``APIError``. If the file cannot be written, the error has the stage
    /// ``APIError/Stage-swift.struct/file`` and a ``FileWritingError`` or the error thrown by ``DownloadOptions/verify``
    /// as its underlying error. If the file cannot be created, the download fails before the request is sent.
    ///
    /// - Parameters:
    ///   - request: The request. Its parser is ignored.
    ///   - path: The path of the file. Its folder must exist. An existing regular file, or a symbolic link to one, is
    ///     replaced. The download fails if the path refers to anything else, such as a device.
    ///   - options: The options for writing the file.
    /// - Returns: A cold observable that emits progress with the response head, after each chunk, and when the file is
    ///   complete.
    public func download(
        _ request: some Request, to path: String, options: DownloadOptions = DownloadOptions()
    ) -> Observable<DownloadProgress> {
        let progress = Observable<DownloadProgress>.deferred {
            let request = request.resolvedEndpoint
            let exchange = makeExchange(for: request, accepting: nil)
            return Observable.using {
                try DownloadFile(path, options, identity: ResumptionRecord.identity(of: exchange.httpRequest))
            } _: { file in
                Download(client: self, request: request, file: file, options: options).progress
            } release: { file in
                file.close()
            }
            // A download that was just disposed may not yet have closed the file.
            .retry(
                .constantBackoff(attempts: 40, delay: .milliseconds(25)).retrying {
                    ($0 as? FileWritingError)?.isBusy == true
                },
                scheduler: options.scheduler
            )
            .mapError { $0 is FileWritingError ? exchange.error(at: .file, $0) : exchange.apiError(for: $0) }
        }
        .subscribeOn(options.scheduler)
        return instrumented(progress, as: type(of: request))
    }
}

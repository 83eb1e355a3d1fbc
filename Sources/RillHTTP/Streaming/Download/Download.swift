internal import RillHTTPTypes

/// The download for one subscription, which sends a second request if the partial file cannot be resumed.
struct Download<Response: Sendable>: Sendable {
    /// The maximum number of chunks that can be waiting to be written.
    private static var maximumPendingChunks: Int { 64 }

    let client: Client
    let request: Endpoint<Response>
    let file: DownloadFile
    let options: DownloadOptions

    /// Whether this or a later download may resume the response.
    var isResumable: Bool { options.resumes && request.method == .get && !requestsRange }

    /// Whether the request itself specifies a `Range`, so that status 206 is expected.
    var requestsRange: Bool { has(.range) }

    var progress: Observable<DownloadProgress> {
        attempt(isResumable ? file.resumePoint : nil)
            .catch { error in
                guard error is CannotResumeError else { throw error }
                return attempt(nil)
            }
    }

    private func attempt(_ resumePoint: DownloadFile.ResumePoint?) -> Observable<DownloadProgress> {
        .deferred(observing: { instrumentation in
            let request = modifiedRequest(for: resumePoint)
            let exchange = client.makeExchange(for: request, accepting: nil, observedBy: instrumentation)
            let events = client.begin(exchange, request, timeout: request.options.timeout)
            let progress = client.accepted(events, of: exchange)
                .observeOn(options.scheduler, bufferSize: Self.maximumPendingChunks)
                .compactMap { try handle($0, resumePoint) }
                .catch { error in
                    try handle(error, resumePoint)
                    return .empty()
                }
                .concat(.deferred { try file.complete().map { .just($0) } ?? .empty() })
                .mapError { error -> any Error in
                    switch error {
                    case is CannotResumeError: error
                    case is FileWritingError: exchange.error(at: .file, error)
                    case let error as DownloadFile.VerificationError: exchange.error(at: .file, error.underlying)
                    default: exchange.apiError(for: error)
                    }
                }
            return client.measured(progress, exchange)
        })
    }

    /// Returns the request for the rest of a file or for the whole file.
    private func modifiedRequest(for resumePoint: DownloadFile.ResumePoint?) -> Endpoint<Response> {
        var modified = request
        // Byte ranges refer to the encoded content, so compression is disabled.
        if isResumable, !has(.acceptEncoding) { modified.headerFields[.acceptEncoding] = "identity" }
        if let resumePoint {
            modified.headerFields[.range] = "bytes=\(resumePoint.offset)-"
            modified.headerFields[.ifRange] = resumePoint.record.validator
            modified.accept(.partialContent)
        }
        return modified
    }

    private func has(_ name: HTTPField.Name) -> Bool {
        request.headerFields.contains(name) || client.defaultFields.contains(name)
    }
}

internal import Rill

/// One subscription's download: one exchange, or two where the first shows that there is nothing to go on with.
struct Download<Endpoint: Request>: Sendable {
    /// How many pieces may wait for the disk.
    private static var waitingPieces: Int { 64 }

    let client: Client
    let request: Endpoint
    let file: DownloadFile
    let options: DownloadOptions

    /// Whether the answer may be gone on with, now or later.
    private var mayResume: Bool { options.resumes && request.method == .get && !isOwnPart }

    /// Whether it is a part of a file that the request itself asks for.
    private var isOwnPart: Bool { has(.range) }

    var progress: Observable<DownloadProgress> {
        attempt(mayResume ? file.offer : nil)
            .catch { error in
                guard error is DownloadAnswer.NothingToGoOnWith else { throw error }
                return attempt(nil)
            }
    }

    private func attempt(_ offer: DownloadFile.Offer?) -> Observable<DownloadProgress> {
        .deferred {
            let request = altered(for: offer)
            let exchange = client.makeExchange(for: request, accepting: nil)
            let answer = DownloadAnswer(
                file, offer, isPartWelcome: isOwnPart, mayResume: mayResume, hasBody: request.method != .head)
            let progress = client.accepted(client.begin(exchange, request, timeout: request.timeout), of: exchange)
                .observeOn(options.scheduler, bufferSize: Self.waitingPieces)
                .compactMap { try answer.take($0) }
                .catch { error in
                    try answer.take(error)
                    return .empty()
                }
                .concat(
                    .deferred {
                        try file.check()
                        return try file.complete().map { .just($0) } ?? .empty()
                    }
                )
                .mapError { error -> any Error in
                    switch error {
                    case is DownloadAnswer.NothingToGoOnWith: error
                    case is FileWritingError: exchange.error(at: .file, error)
                    case let error as DownloadFile.RefusedFile: exchange.error(at: .file, error.reason)
                    default: exchange.apiError(for: error)
                    }
                }
            return client.measured(progress, exchange)
        }
    }

    /// The request for the rest of a file, or for the whole of it.
    private func altered(for offer: DownloadFile.Offer?) -> AlteredRequest<Endpoint> {
        var altered = AlteredRequest(base: request, fields: [:])
        // The bytes that a server counts are those that it sends.
        if mayResume, !has(.acceptEncoding) { altered.fields[.acceptEncoding] = "identity" }
        if let offer {
            altered.fields[.range] = "bytes=\(offer.offset)-"
            altered.fields[.ifRange] = offer.record.validator
            altered.accepted = .partialContent
        }
        return altered
    }

    private func has(_ name: HTTPField.Name) -> Bool {
        request.headerFields.contains(name) || client.defaultFields.contains(name)
    }
}

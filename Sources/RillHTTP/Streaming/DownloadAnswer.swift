internal import Rill

/// Judges one answer of a download, and hands it to the file.
struct DownloadAnswer: Sendable {
    /// What an earlier download has left is of no use: all is to be asked for.
    struct NothingToGoOnWith: Error, CustomStringConvertible {
        var description: String { "the answer does not go on with what there is of the file, which is asked for anew" }
    }

    private let file: DownloadFile
    private let offer: DownloadFile.Offer?
    private let isPartWelcome: Bool
    private let mayResume: Bool
    private let hasBody: Bool

    /// - Parameters:
    ///   - file: Where the answer goes.
    ///   - offer: What the server has been asked to go on from; nil if all was asked for.
    ///   - isPartWelcome: Whether a part is all that is wanted.
    ///   - mayResume: Whether a later download may go on with the answer.
    ///   - hasBody: Whether what the head counts comes behind it.
    init(
        _ file: DownloadFile, _ offer: DownloadFile.Offer?, isPartWelcome: Bool, mayResume: Bool, hasBody: Bool
    ) {
        self.file = file
        self.offer = offer
        self.isPartWelcome = isPartWelcome
        self.mayResume = mayResume
        self.hasBody = hasBody
    }

    /// Takes the head or a piece; nil if the download has been given up.
    func take(_ event: TransportEvent) throws -> DownloadProgress? {
        switch event {
        case .chunk(let bytes):
            return try file.append(bytes)
        case .head(let head):
            if head.status == .partialContent, !isPartWelcome { return try goOn(head) }
            // The answer to a request for a part is not decompressed.
            if offer != nil, head.hasContentCoding { throw NothingToGoOnWith() }
            let isWhole = head.status == .ok && mayResume
            let isCounted = hasBody && !head.hasContentCoding
            return try file.begin(
                head, total: isCounted ? ContentRange.count(head.headerFields[.contentLength]) : nil,
                validator: isWhole ? ResumptionRecord.validator(of: head) : nil)
        }
    }

    /// Takes a failure; throws it, unless it says that there is nothing left to fetch.
    func take(_ error: any Error) throws {
        // The next download would take it for complete.
        if ((error as? APIError)?.underlying as? TransportError)?.reason == .damaged { try file.discard() }
        guard let offer, let failure = error as? APIError, failure.status == .rangeNotSatisfiable else { throw error }
        let head = HTTPResponse(status: .rangeNotSatisfiable, headerFields: failure.headerFields)
        let range = ContentRange(head.headerFields[.contentRange])
        guard range?.total == offer.offset, offer.fits(head, total: range?.total) else { throw NothingToGoOnWith() }
        _ = try file.goOn(head, at: offer.offset, upTo: offer.offset, total: offer.offset)
    }

    private func goOn(_ head: HTTPResponse) throws -> DownloadProgress? {
        guard let offer else {
            throw TransportError(.malformedResponse, "a part of the file came, and all of it was asked for")
        }
        let range = ContentRange(head.headerFields[.contentRange])
        // Where nobody knows how much there is, a part could be taken for the rest.
        guard let range, let bytes = range.bytes, let total = range.total ?? offer.record.total,
            bytes.lowerBound == offer.offset, bytes.upperBound < total, !head.hasContentCoding,
            offer.fits(head, total: range.total)
        else { throw NothingToGoOnWith() }
        return try file.goOn(head, at: offer.offset, upTo: bytes.upperBound + 1, total: total)
    }
}

extension DownloadFile.Offer {
    /// Whether an answer is about the same state of the file.
    fileprivate func fits(_ head: HTTPResponse, total: Int?) -> Bool {
        if let total, let known = record.total, total != known { return false }
        // A server that does not know `If-Range` sends its part all the same.
        guard record.validator.hasPrefix("\""), let tag = ResumptionRecord.strongTag(of: head) else { return true }
        return tag == record.validator
    }
}

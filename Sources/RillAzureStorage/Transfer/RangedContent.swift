internal import RillDigests
internal import RillHTTP

/// Content whose first range has been received: its response head and its remaining ranges.
struct RangedContent: Sendable {
    /// The response head for the whole requested content.
    let head: HTTPResponse

    private let tag: String?
    private let total: Int
    private let rest: Range<Int>
    private let md5: [UInt8]?

    /// Returns `nil` for an error response.
    init?(_ response: RangeResponse, of request: HTTPRequest, _ requested: RequestedRange) {
        guard var head = response.head, let part = response.part else { return nil }
        total = part.total
        let end = min(requested.upperBound ?? .max, total)
        tag = head.headerFields[.eTag]
        rest = part.bytes.upperBound + 1..<end
        md5 = requested.lowerBound == 0 && end == total ? head.blobMD5 : nil
        head.headerFields[.contentLength] = "\(end - requested.lowerBound)"
        head.headerFields[.contentMD5] = nil
        if request.headerFields[.range] == nil {
            head.status = .ok
            head.headerFields[.contentRange] = nil
            head.headerFields[.contentMD5] = head.headerFields[.blobContentMD5]
        } else {
            head.headerFields[.contentRange] = "bytes \(requested.lowerBound)-\(end - 1)/\(total)"
        }
        self.head = head
    }

    /// The ETag for the requests of the remaining ranges, or `nil` if the service sent no strong ETag.
    var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// Returns whether the response to another range request belongs to the same version of the content.
    ///
    /// Services that ignore conditions send ranges of the new content, or status 416 if the new content is shorter.
    func isSameVersion(_ response: RangeResponse) -> Bool {
        guard let part = response.part else { return !response.isRangeNotSatisfiable }
        guard part.total == total else { return false }
        let other = response.head?.headerFields[.eTag]
        return tag == nil || other == nil || tag == other
    }

    /// Emits the ranges that remain to be downloaded.
    func remainingRanges(of size: Int) -> Observable<Range<Int>> {
        .unfold(rest.lowerBound) { start in
            guard start < rest.upperBound else { return nil }
            let end = rest.upperBound - start > size ? start + size : rest.upperBound
            return (start..<end, end)
        }
    }

    /// Emits the chunks, and fails at the end if they do not match the MD5 of the blob.
    func verifyingMD5(of chunks: Observable<[UInt8]>, _ options: TransferOptions) -> Observable<[UInt8]> {
        guard options.checksMD5, let md5 else { return chunks }
        return chunks.transformEvents("MD5", initialState: MD5()) { digest, event, observer in
            if case .next(let bytes) = event { digest.update(bytes) }
            if case .completed = event, digest.digest != md5 { throw TransportError.checksumMismatch }
            observer.on(event)
        }
    }
}

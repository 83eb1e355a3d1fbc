internal import Digests
internal import Rill
internal import RillHTTP

/// A content of which the first part has come: what the rest is, and what is said to those who have asked for all.
struct RangedContent: Sendable {
    /// What is told of the content.
    let head: HTTPResponse

    private let tag: String?
    private let total: Int
    private let rest: Range<Int>
    private let md5: [UInt8]?

    /// Nil if the answer is no part of a content: an error.
    init?(_ answer: RangeAnswer, of request: HTTPRequest, _ wanted: WantedRange) {
        guard var head = answer.head, let part = answer.part else { return nil }
        total = part.total
        let end = min(wanted.upperBound ?? .max, total)
        tag = head.headerFields[.eTag]
        rest = part.bytes.upperBound + 1..<end
        md5 = wanted.lowerBound == 0 && end == total ? head.blobMD5 : nil
        head.headerFields[.contentLength] = "\(end - wanted.lowerBound)"
        head.headerFields[.contentMD5] = nil
        if request.headerFields[.range] == nil {
            head.status = .ok
            head.headerFields[.contentRange] = nil
            head.headerFields[.contentMD5] = head.headerFields[.blobContentMD5]
        } else {
            head.headerFields[.contentRange] = "bytes \(wanted.lowerBound)-\(end - 1)/\(total)"
        }
        self.head = head
    }

    /// The state that the other parts are asked for in; nil if the service names none that stands for every byte.
    var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// Whether the response to the request for another part does not show that the content has changed.
    ///
    /// Services that ignore conditions send parts of the new content, or have no bytes where the old content had some.
    func isOfTheSame(_ answer: RangeAnswer) -> Bool {
        guard let part = answer.part else { return !answer.isBehindTheEnd }
        guard part.total == total else { return false }
        let other = answer.head?.headerFields[.eTag]
        return tag == nil || other == nil || tag == other
    }

    /// The ranges that have not come yet.
    func rest(in size: Int) -> Observable<Range<Int>> {
        .unfold(rest.lowerBound) { start in
            guard start < rest.upperBound else { return nil }
            let end = rest.upperBound - start > size ? start + size : rest.upperBound
            return (start..<end, end)
        }
    }

    /// The same chunks, and an error behind them if they are not the content that the service keeps the MD5 of.
    func checking(_ chunks: Observable<[UInt8]>, _ options: TransferOptions) -> Observable<[UInt8]> {
        guard options.checksMD5, let md5 else { return chunks }
        return .deferred {
            let digest = Digest()
            return chunks.do(onNext: { digest.md5.update($0) })
                .concat(
                    .deferred {
                        guard digest.md5.digest == md5 else { throw TransportError.misfit }
                        return .empty()
                    })
        }
    }

    private final class Digest: @unchecked Sendable {  // guarded by rule 1.3: chunks come one at a time
        var md5 = MD5()
    }
}

internal import Foundation
internal import Rill
internal import RillHTTP

/// Answers a request for a content with ranges of it, which are fetched side by side: to those further out it is one answer.
///
/// It stands further out than retries, so that each range is tried again by itself, also where its body breaks off.
struct ParallelRanges: IdentifyingMiddleware {
    let options: TransferOptions
    let retry: RetryPolicy
    let scheduler: any Scheduler

    init(_ options: TransferOptions, retry: RetryPolicy, scheduler: any Scheduler) {
        self.options = options
        // What fails before its head has been tried again further in.
        self.retry = retry.retrying { ($0 as? APIError)?.underlying is BrokenRange }
        self.scheduler = scheduler
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        guard request.method == .get, let wanted = WantedRange(request.headerFields[.range]) else {
            return next(request, body)
        }
        let size = try options.rangeSize()
        let first = Range(uncheckedBounds: (wanted.lowerBound, wanted.end(of: size)))
        return answer(to: asking(request, for: first, since: request), first, next).flatMap { answer in
            if answer.isBehindTheEnd, request.headerFields[.range] == nil {
                // Of nothing, no range is there.
                return next(request, body)
            }
            if answer.head?.status == .preconditionFailed, request.headerFields.contains(.ifRange) {
                // It is not what the others' bytes are of: all of it is wanted.
                return try intercept(request.wholly, body: body, next: next)
            }
            guard let content = RangedContent(answer, of: request, wanted) else {
                return Observable.from(answer.head.map { [.head($0), .chunk(answer.bytes)] } ?? [])
            }
            let rest = content.rest(in: size).mapInOrder(maxConcurrent: options.maxConcurrent) { range in
                part(of: content, range, request, next)
            }
            let chunks = Observable.just(answer.bytes).concat(rest)
            return Observable.just(.head(content.head)).concat(content.checking(chunks, options).map { .chunk($0) })
        }
        .catch { error in
            // Of a server that does not know ranges, or not how long the content is, all comes in one answer.
            guard error is UnusableRange else { throw error }
            return next(request, body).map { event in
                if case .head(let head) = event, !wanted.isAnswered(by: head, to: request) {
                    throw UnusableRange.failure
                }
                return event
            }
        }
    }

    /// A range behind the first, of the same state of the blob.
    private func part(
        of content: RangedContent, _ range: Range<Int>, _ request: HTTPRequest, _ next: Next
    ) -> Observable<[UInt8]> {
        var request = asking(request, for: range, since: nil)
        if let tag = content.strongTag {
            for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince] {
                request.headerFields[name] = nil
            }
            request.headerFields[.ifMatch] = tag
        }
        return answer(to: request, range, next)
            .map { [request] answer in
                guard content.isOfTheSame(answer) else { throw answer.changeFailure(of: request) }
                guard let part = answer.part else { throw answer.failure(of: request) }
                guard part.bytes == range.lowerBound...(range.upperBound - 1) else { throw UnusableRange.failure }
                return answer.bytes
            }
            .mapError { $0 is UnusableRange ? UnusableRange.failure : $0 }
    }

    /// The request for a range.
    private func asking(_ request: HTTPRequest, for range: Range<Int>, since earlier: HTTPRequest?) -> HTTPRequest {
        var request = request
        request.headerFields[.range] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
        if options.checksMD5, range.count <= TransferOptions.maximumCheckedRange {
            request.headerFields[.rangeContentMD5] = "true"
        }
        // The service does not know the one, and means the other.
        if let tag = request.headerFields[.ifRange] {
            request.headerFields[.ifRange] = nil
            let name: HTTPField.Name = tag.hasPrefix("\"") ? .ifMatch : .ifUnmodifiedSince
            if earlier != nil, !request.headerFields.contains(name) { request.headerFields[name] = tag }
        }
        return request
    }

    /// All of an answer, asked for again where it breaks off or arrives damaged.
    private func answer(to request: HTTPRequest, _ range: Range<Int>, _ next: Next) -> Observable<RangeAnswer> {
        Observable.deferred {
            let collector = RangeCollector(RangeAnswer(to: range))
            return next(request, nil).lift("range") { event, observer in
                switch event {
                case .next(let event): try collector.answer.take(event)
                case .error(let error): try collector.take(error, observer)
                case .completed: collector.end(try collector.answer.checked(), observer)
                }
            }
        }
        .mapError { $0 is BrokenRange ? APIError(stage: .transport, request: request, underlying: $0) : $0 }
        .retry(retry, scheduler: scheduler)
        .mapError { (($0 as? APIError)?.underlying as? BrokenRange)?.cause ?? $0 }
    }
}

extension HTTPRequest {
    /// The same request for all of the content, whatever its state.
    fileprivate var wholly: HTTPRequest {
        var request = self
        request.headerFields[.range] = nil
        request.headerFields[.ifRange] = nil
        return request
    }
}

private final class RangeCollector: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    var answer: RangeAnswer

    init(_ answer: RangeAnswer) {
        self.answer = answer
    }

    /// Takes the failure that an answer ends with.
    func take(_ error: any Error, _ observer: Observer<RangeAnswer>) throws {
        guard answer.head != nil, let error = error as? TransportError else { throw error }
        // That the status is bad is known, whatever happened to the rest.
        if answer.part == nil { return end(answer, observer) }
        throw answer.failure(error)
    }

    func end(_ answer: RangeAnswer, _ observer: Observer<RangeAnswer>) {
        observer.onNext(answer)
        if !observer.isDisposed { observer.onCompleted() }
    }
}

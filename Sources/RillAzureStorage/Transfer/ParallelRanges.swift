internal import RillHTTP

/// Downloads content as concurrent ranges, and presents them to outer middleware as a single response.
///
/// Must wrap the retries, so that each range is retried separately, including failures while reading its body.
struct ParallelRanges: Middleware {
    let options: TransferOptions
    let retry: RetryPolicy
    let scheduler: any Scheduler

    init(_ options: TransferOptions, retry: RetryPolicy, scheduler: any Scheduler) {
        self.options = options
        // Failures before the response head are already retried by the inner middleware.
        self.retry = retry.retrying { ($0 as? APIError)?.underlying is BrokenRange }
        self.scheduler = scheduler
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        guard request.method == .get, let requested = RequestedRange(request.headerFields[.range]) else {
            return next(request, body)
        }
        let size = try options.rangeSize()
        let first = Range(uncheckedBounds: (requested.lowerBound, requested.end(ofFirstRangeOf: size)))
        return response(to: rangeRequest(request, for: first, isFirst: true), first, next).flatMap { response in
            if response.isRangeNotSatisfiable, request.headerFields[.range] == nil {
                // Empty content has no valid range.
                return next(request, body)
            }
            if response.head?.status == .preconditionFailed, request.headerFields.contains(.ifRange) {
                // The partial content belongs to another version: download the whole content.
                var request = request
                request.headerFields[.range] = nil
                request.headerFields[.ifRange] = nil
                return try intercept(request, body: body, next: next)
            }
            guard let content = RangedContent(response, of: request, requested) else {
                return Observable.from(response.head.map { [.head($0), .chunk(response.bytes)] } ?? [])
            }
            let rest = content.remainingRanges(of: size).mapInOrder(maxConcurrent: options.maxConcurrent) { range in
                part(of: content, range, request, next)
            }
            let chunks = Observable.just(response.bytes).concat(rest)
            return Observable.just(.head(content.head))
                .concat(content.verifyingMD5(of: chunks, options).map { .chunk($0) })
        }
        .catch { error in
            // If the server does not support ranges, or does not report the total length, fall back to one request.
            guard error is UnusableRange else { throw error }
            return next(request, body).map { event in
                if case .head(let head) = event, !requested.isSatisfied(by: head, to: request) {
                    throw UnusableRange.failure
                }
                return event
            }
        }
    }

    /// Downloads a range after the first one, of the same version of the blob.
    private func part(
        of content: RangedContent, _ range: Range<Int>, _ request: HTTPRequest, _ next: Next
    ) -> Observable<[UInt8]> {
        var request = rangeRequest(request, for: range, isFirst: false)
        if let tag = content.strongTag {
            for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince] {
                request.headerFields[name] = nil
            }
            request.headerFields[.ifMatch] = tag
        }
        return response(to: request, range, next)
            .map { [request] response in
                guard content.isSameVersion(response) else { throw response.changeFailure(of: request) }
                guard let part = response.part else { throw response.failure(of: request, next.call) }
                guard part.bytes == range.lowerBound...(range.upperBound - 1) else { throw UnusableRange.failure }
                return response.bytes
            }
            .mapError { $0 is UnusableRange ? UnusableRange.failure : $0 }
    }

    /// Returns the request for a range.
    private func rangeRequest(_ request: HTTPRequest, for range: Range<Int>, isFirst: Bool) -> HTTPRequest {
        var request = request
        request.headerFields[.range] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
        // The service returns only one of the checksums.
        if range.count <= TransferOptions.maximumCheckedRange {
            if options.checksCRC64 {
                request.headerFields[.rangeContentCRC64] = "true"
            } else if options.checksMD5 {
                request.headerFields[.rangeContentMD5] = "true"
            }
        }
        // Replace `If-Range`, which the service does not support, with the equivalent condition.
        if let tag = request.headerFields[.ifRange] {
            request.headerFields[.ifRange] = nil
            let name: HTTPField.Name = tag.hasPrefix("\"") ? .ifMatch : .ifUnmodifiedSince
            if isFirst, !request.headerFields.contains(name) { request.headerFields[name] = tag }
        }
        return request
    }

    /// Returns the complete response for a range.
    ///
    /// Retries if the body is incomplete or damaged.
    private func response(to request: HTTPRequest, _ range: Range<Int>, _ next: Next) -> Observable<RangeResponse> {
        next(request, nil).transformEvents("range", initialState: RangeResponse(requested: range)) {
            response, event, observer in
            switch event {
            case .next(let event): return try response.receive(event)
            case .error(let error):
                guard response.head != nil, let error = error as? TransportError else { throw error }
                // An error status is reported even if the body is incomplete.
                guard response.part == nil else { throw response.failure(error) }
            case .completed: try response.validate()
            }
            observer.onNext(response)
            if !observer.isDisposed { observer.onCompleted() }
        }
        .mapError { $0 is BrokenRange ? APIError(stage: .transport, request: request, underlying: $0) : $0 }
        .retry(retry, scheduler: scheduler)
        .mapError { (($0 as? APIError)?.underlying as? BrokenRange)?.cause ?? $0 }
    }
}

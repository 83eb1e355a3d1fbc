internal import RillHTTP

/// A stored response with its entry and its body.
struct CachedResponse: Sendable {
    let entry: CacheEntry
    let body: CacheBody
    var stored: StoredResponse

    /// Returns the stored response as the events of an exchange.
    ///
    /// - Parameter age: The age for the `Age` field, or `nil` if the response was just revalidated.
    func events(age: Duration?) -> Observable<TransportEvent> {
        events(head(age: age), 0..<body.size)
    }

    /// Returns the response to a request without sending it, or `nil` if only the server can respond.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - age: The age for the `Age` field.
    func events(for request: HTTPRequest, age: Duration) -> Observable<TransportEvent>? {
        if stored.head.status == .ok, request.hasConditions, stored.isNotModified(for: request) {
            return .just(.head(stored.notModified(age: age)))
        }
        if request.method == .head { return .just(.head(head(age: age))) }
        guard request.headerFields.contains(.range) else { return events(age: age) }
        return RangeSelection(request, in: stored.head, size: body.size).map {
            events($0.head(of: head(age: age), size: body.size), $0.bytes)
        }
    }

    private func head(age: Duration?) -> HTTPResponse {
        var head = stored.head
        // The stored body has been decoded.
        head.decodingLimit = nil
        if let age { head.headerFields[.age] = "\(age.components.seconds)" }
        return head
    }

    private func events(_ head: HTTPResponse, _ range: Range<Int>) -> Observable<TransportEvent> {
        Observable.unfold(Int?.none) { [body] offset in
            guard let offset else { return (.head(head), range.lowerBound) }
            guard offset < range.upperBound else { return nil }
            let bytes = try body.read(offset, min(range.upperBound - offset, CacheBody.chunkSize))
            guard !bytes.isEmpty else {
                throw TransportError(.closedEarly, "the stored response ended at byte \(offset) of \(body.size)")
            }
            return (.chunk(bytes), offset + bytes.count)
        }
    }
}

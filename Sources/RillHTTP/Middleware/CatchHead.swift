public import Rill

extension Observable<TransportEvent> {
    /// Looks at the head of the answer, and goes on with another exchange if a closure names one.
    ///
    ///     next(request, body).catchHead { $0.status == .unauthorized ? next(renewed, body) : nil }
    ///
    /// The first exchange is given up before the other begins, so that its body is not read. The head of the other is
    /// not looked at again.
    ///
    /// ## Errors
    /// Those of the exchange that is under way; what `handler` throws.
    ///
    /// - Parameters:
    ///   - handler: Judges the head; nil lets the exchange go on.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: One head, then chunks, then completed.
    /// - Complexity: Constant per event.
    public func catchHead(
        _ handler: @escaping @Sendable (HTTPResponse) throws -> Observable<TransportEvent>?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<TransportEvent> {
        map { event in
            if case .head(let response) = event, let other = try handler(response) { throw GoElsewhere(other: other) }
            return event
        }
        .catch { error in
            guard let detour = error as? GoElsewhere else { throw error }
            return detour.other
        }
    }
}

private struct GoElsewhere: Error {
    let other: Observable<TransportEvent>
}

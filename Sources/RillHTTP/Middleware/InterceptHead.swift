public import RillHTTPTypes

extension Observable<TransportEvent> {
    /// Inspects the response head and switches to another exchange if a closure returns one.
    ///
    ///     next(request, body).interceptHead { $0.status == .unauthorized ? next(renewed, body) : nil }
    ///
    /// The first exchange is canceled before the other one starts, so its body is not delivered. The closure is not
    /// called for the head of the other exchange.
    ///
    /// ## Errors
    /// The errors of the active exchange, and the errors thrown by `handler`.
    ///
    /// - Parameters:
    ///   - handler: A closure that receives the response head and returns the exchange to switch to, or `nil` to
    ///     continue.
    ///   - file: The file ID of the call, for error traces.
    ///   - line: The line of the call, for error traces.
    /// - Returns: An observable that emits one head and the chunks, and completes.
    /// - Complexity: O(1) per event.
    public func interceptHead(
        _ handler: @escaping @Sendable (HTTPResponse) throws -> Observable<TransportEvent>?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<TransportEvent> {
        map(
            { event in
                if case .head(let response) = event, let other = try handler(response) {
                    throw SwitchExchange(other: other)
                }
                return event
            }, file: file, line: line
        )
        .catch(as: SwitchExchange.self, { $0.other }, file: file, line: line)
    }
}

private struct SwitchExchange: ControlFlowError {
    let other: Observable<TransportEvent>
}

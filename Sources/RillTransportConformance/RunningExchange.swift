internal import RillHTTPTesting

/// A subscription to an exchange that records events, checks the event grammar, and can be paused and disposed.
final class RunningExchange: @unchecked Sendable {  // `subscription` is set once, before it is opened
    /// A closure that is called with each event after the event has been recorded.
    ///
    /// It may pause or dispose the exchange.
    typealias Reaction = @Sendable (Event<TransportEvent>, RunningExchange) -> Void

    /// The maximum duration of a wait, as a multiple of ``CaseContext/limit``.
    private static let maximumWaits = 4

    private let events = Monitor(RecordedEvents())
    private let ended = Monitor(false)
    private var subscription: PausableSubscription<TransportEvent>?

    /// Subscribes to an exchange.
    init(_ source: Observable<TransportEvent>, _ reaction: Reaction? = nil) {
        let subscription = PausableSubscription(source, "conformance") { [weak self] event in
            guard let self else { return }
            events.update { $0.record(event) }
            reaction?(event, self)
            events.update { $0.isDelivering = false }
            if event.isTerminal { ended.update { $0 = true } }
        }
        self.subscription = subscription
        subscription.open()
    }

    /// The events recorded so far.
    var current: RecordedEvents { events.read { $0 } }

    // MARK: Control

    /// Pauses the delivery of events.
    func pause() {
        subscription?.pause()
    }

    /// Resumes the delivery of events.
    func resume() {
        subscription?.open()
    }

    /// Disposes of the subscription.
    func dispose() {
        subscription?.dispose()
        events.update { $0.recordDisposal() }
    }

    // MARK: Waiting

    /// Waits until the recorded events satisfy a condition.
    ///
    /// If part of the body has arrived within ``CaseContext/limit``, waits for the same time again, because a large
    /// body can take longer on a busy machine. The wait never takes longer than ``maximumWaits`` times the limit.
    @discardableResult
    func wait<Value>(for subject: String, until condition: (RecordedEvents) -> Value?) throws -> Value {
        var waited = Duration.zero
        var byteCount = current.byteCount
        while waited < CaseContext.limit * Self.maximumWaits {
            if let value = events.wait(timeout: CaseContext.limit, until: { condition($0) }) { return value }
            waited += CaseContext.limit
            let newCount = current.byteCount
            if newCount == byteCount { break }
            byteCount = newCount
        }
        throw CaseFailure("timed out after \(waited) waiting for \(subject). Events so far: \(current.summary)")
    }

    /// Waits until the terminal event has been recorded, and returns `false` if the wait times out.
    ///
    /// Unlike ``current``, this method does not wait for the lock of a transport that delivers events continuously.
    func hasEnded(within timeout: Duration) -> Bool {
        ended.wait(timeout: timeout) { $0 ? true : nil } ?? false
    }

    /// Waits until the response head has been delivered.
    func waitForHead() throws {
        try wait(for: "the head") { $0.isDelivering ? nil : $0.head }
    }

    /// Waits until a number of body bytes has been received.
    func waitForBytes(_ count: Int) throws {
        try wait(for: "\(count) bytes") { $0.byteCount >= count ? true : nil }
    }

    /// Waits until the exchange completes or fails.
    func end() throws -> (error: TransportError?, response: RecordedEvents) {
        let end = try wait(for: "the end of the exchange") { $0.isDelivering ? nil : $0.end }
        let events = current
        try events.check()
        switch end {
        case .success:
            guard events.head != nil else { throw CaseFailure("expected a response head before completion") }
            return (nil, events)
        case .failure(let error):
            guard let error = error as? TransportError else {
                throw CaseFailure("expected a TransportError, got \(type(of: error)): \(error)")
            }
            return (error, events)
        }
    }

    /// Waits for the complete response.
    func response() throws -> RecordedEvents {
        let (error, response) = try end()
        if let error { throw CaseFailure("expected a response, got an error with code \(error.code): \(error)") }
        return response
    }

    /// Waits for the complete response, and expects the given body.
    func expectText(_ text: String) throws {
        try expect(response().text, is: text, "the body")
    }

    /// Waits for the failure.
    ///
    /// - Parameters:
    ///   - codes: The codes of which the error must have one. Defaults to `nil`, which means any.
    ///   - reason: The reason that the error must have. Defaults to `nil`, which means any.
    @discardableResult
    func failure(
        with codes: [TransportError.Code]? = nil, _ reason: TransportError.Reason? = nil
    ) throws -> (error: TransportError, response: RecordedEvents) {
        let (error, response) = try end()
        guard let error else { throw CaseFailure("expected a failure, but the exchange succeeded: \(current.summary)") }
        if let codes { try expect(error, isOneOf: codes) }
        if let reason {
            let text = error.reason.map { "\($0)" } ?? "none"
            try expect(error.reason == reason, "the error reason \(reason), got \(text): \(error)")
        }
        return (error, response)
    }
}

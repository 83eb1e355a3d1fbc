internal import Rill
internal import RillHTTP

/// One subscription to an exchange: takes notes, watches the grammar of events, can be paused and disposed.
final class RunningExchange: Sendable {
    /// Is told of each event where it is delivered, after it was noted; may pause or dispose the exchange.
    typealias Reaction = @Sendable (Event<TransportEvent>, RunningExchange) -> Void

    private let notes: Monitor<ExchangeNotes>
    private let held: HeldSource<TransportEvent>

    /// Subscribes.
    init(_ source: Observable<TransportEvent>, _ reaction: Reaction? = nil) {
        let notes = Monitor(ExchangeNotes())
        let link = WeakLink()
        self.notes = notes
        held = HeldSource(source, "conformance") { event in
            notes.update { $0.begin(event) }
            if let reaction, let exchange = link.exchange { reaction(event, exchange) }
            notes.update { $0.isDelivering = false }
        }
        link.exchange = self
        held.open()
    }

    /// What has come so far.
    var current: ExchangeNotes { notes.read { $0 } }

    // MARK: Control

    /// Asks the transport to hold the body back.
    func pause() {
        held.pause()
    }

    /// Lets the body go on.
    func resume() {
        held.open()
    }

    /// Gives the exchange up.
    func dispose() {
        held.dispose()
        notes.update { $0.noteDisposal() }
    }

    // MARK: Waiting

    /// Waits until the notes are as wanted.
    @discardableResult
    func wait<Value>(for what: String, until condition: (ExchangeNotes) -> Value?) throws -> Value {
        if let value = notes.wait(timeout: Bench.limit, until: { condition($0) }) { return value }
        throw Fault("expected \(what) within \(Bench.limit), but there is only \(current.summary)")
    }

    /// Waits for the end, whatever it is.
    func end() throws -> (error: TransportError?, answer: ReceivedAnswer) {
        let end = try wait(for: "an end of the exchange") { $0.isDelivering ? nil : $0.end }
        let notes = current
        try notes.check()
        let answer = ReceivedAnswer(notes)
        switch end {
        case .completed:
            guard notes.head != nil else { throw Fault("expected a head before the completion") }
            return (nil, answer)
        case .failed(let error):
            guard let error = error as? TransportError else {
                throw Fault("expected a TransportError, but the error is \(type(of: error)): \(error)")
            }
            return (error, answer)
        }
    }

    /// Waits for the whole answer.
    func answer() throws -> ReceivedAnswer {
        let (error, answer) = try end()
        if let error { throw Fault("expected an answer, but it failed (\(error.code)): \(error)") }
        return answer
    }

    /// Waits for the failure.
    func failure() throws -> (error: TransportError, answer: ReceivedAnswer) {
        let (error, answer) = try end()
        guard let error else { throw Fault("expected a failure, but it completed with \(current.summary)") }
        return (error, answer)
    }
}

/// Points back to the exchange that takes the events.
private final class WeakLink: @unchecked Sendable {  // set once, before the first event
    weak var exchange: RunningExchange?
}

internal import RillHTTP
internal import RillTesting

extension StubTransport {
    /// The requests that a stub has received and the outcome of each exchange.
    final class Log: @unchecked Sendable {  // `kept` is guarded by `lock`
        /// A request and the timeline of its exchange in ticks.
        struct Entry: Sendable {
            var request: Request

            /// The recorded events.
            ///
            /// Empty if the scheduler has no ticks.
            var timeline = ExchangeTimeline()

            /// The expected events from the response's diagram, or `nil` if the response was not drawn.
            var drawing: ExchangeTimeline?

            /// The playback, which is retained while the exchange runs, just as a connection retains its subscriber.
            ///
            /// A subscriber that waits for a response that never arrives therefore remains subscribed.
            var playback: Playback<TransportEvent, Response.Step>?
        }

        /// The clock for virtual time, or `nil` if the scheduler has no virtual time.
        let clock: TestScheduler?

        private let lock = Lock()
        private var kept: [Entry] = []

        init(clock: TestScheduler?) {
            self.clock = clock
        }

        var entries: [Entry] { lock.withLock { kept } }

        func add(_ message: HTTPRequest, _ body: HTTPBody?) -> Request {
            let time = clock?.time
            var message = message
            // Retains the exchange of the client.
            message.transportDelegate = nil
            return lock.withLock { [message] in
                let request = Request(number: kept.count, message: message, body: body, sent: time)
                var entry = Entry(request: request)
                if let time { entry.timeline.append(.sent, at: time) }
                kept.append(entry)
                return request
            }
        }

        /// Records the expected timeline of a response that is defined by a marble diagram, and retains its playback until
        /// the exchange ends.
        func begin(_ response: Response, _ playback: Playback<TransportEvent, Response.Step>, _ number: Int) {
            lock.withLock {
                kept[number].playback = playback
                if response.isDrawn, let sent = kept[number].request.sent {
                    kept[number].drawing = ExchangeTimeline(response, sent: sent)
                }
            }
        }

        /// Records a step that is about to be sent.
        func note(_ step: Response.Step, _ number: Int) {
            append(step.character, number, end: step.event?.isTerminal == true ? .ended : nil)
        }

        /// Records the cancellation of a request, unless its exchange has already ended.
        func cancel(_ number: Int) {
            append(.cancelled, number, end: .cancelled)
        }

        private func append(_ character: Character, _ number: Int, end: Request.State?) {
            let time = clock?.time
            // The playback is released after the lock has been released.
            _ = lock.withLock { () -> Playback<TransportEvent, Response.Step>? in
                guard kept[number].request.state == .running else { return nil }
                if let time { kept[number].timeline.append(character, at: time) }
                guard let end else { return nil }
                kept[number].request.state = end
                kept[number].request.finished = time
                return kept[number].playback.take()
            }
        }
    }
}

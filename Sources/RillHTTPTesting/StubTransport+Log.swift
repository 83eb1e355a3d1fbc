internal import Rill
internal import RillHTTP
internal import RillTesting

extension StubTransport {
    /// What a stub has been asked, and what became of it.
    final class Log: @unchecked Sendable {  // `kept` is guarded by `lock`
        /// A request, and its exchange in the ticks of the clock.
        struct Entry: Sendable {
            var request: Request

            /// What has happened; empty where there are no ticks.
            var timeline = ExchangeTimeline()

            /// What was drawn; nil for an answer that was not.
            var drawing: ExchangeTimeline?

            /// Held while the exchange runs, as a connection would: one who waits for what never comes is still subscribed.
            var playback: Playback?
        }

        /// Tells the virtual time; nil where there is none.
        let clock: TestScheduler?

        private let lock = Lock()
        private var kept: [Entry] = []

        init(clock: TestScheduler?) {
            self.clock = clock
        }

        var entries: [Entry] { lock.withLock { kept } }

        func add(_ message: HTTPRequest, _ body: HTTPBody?) -> Request {
            let time = clock?.time
            return lock.withLock {
                let request = Request(number: kept.count, message: message, body: body, sent: time)
                var entry = Entry(request: request)
                if let time { entry.timeline.append(.sent, at: time) }
                kept.append(entry)
                return request
            }
        }

        /// Notes what the answer to a request should look like.
        func draw(_ answer: Answer, _ number: Int) {
            guard answer.isDrawn else { return }
            lock.withLock {
                if let sent = kept[number].request.sent { kept[number].drawing = ExchangeTimeline(answer, sent: sent) }
            }
        }

        /// Holds who gets the answer until it has ended.
        func hold(_ playback: Playback, _ number: Int) {
            lock.withLock { kept[number].playback = playback }
        }

        /// Notes a piece of an answer that is about to be sent.
        func note(_ step: Answer.Step, _ number: Int) {
            append(step.character, number, end: step.event.isTerminal ? .ended : nil)
        }

        /// Notes that a request was given up, unless it has ended.
        func cancel(_ number: Int) {
            append(.cancelled, number, end: .cancelled)
        }

        private func append(_ character: Character, _ number: Int, end: Request.State?) {
            let time = clock?.time
            let gone: Playback? = lock.withLock {
                guard kept[number].request.state == .running else { return nil }
                if let time { kept[number].timeline.append(character, at: time) }
                guard let end else { return nil }
                kept[number].request.state = end
                kept[number].request.finished = time
                return kept[number].playback.take()
            }
            // Released after the lock.
            withExtendedLifetime(gone) {}
        }
    }
}

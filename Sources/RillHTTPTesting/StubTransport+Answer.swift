internal import Rill
public import RillHTTP

extension StubTransport {
    /// What a stub answers: pieces, and when each arrives.
    public struct Answer: Sendable {
        /// When which events arrive, counted from the request; in order.
        private(set) var timeline: [(due: Duration, steps: [Event<TransportEvent>])] = []

        /// A piece of a body, and how long it comes after the piece before it.
        public struct Chunk: Sendable, ExpressibleByStringLiteral {
            /// The time since the head or the chunk before.
            public var delay: Duration

            /// The bytes.
            public var bytes: [UInt8]

            /// Creates a chunk from bytes.
            ///
            /// - Parameters:
            ///   - bytes: The bytes.
            ///   - delay: The time since the head or the chunk before.
            public init(_ bytes: [UInt8], after delay: Duration = .zero) {
                self.bytes = bytes
                self.delay = delay
            }

            /// Creates a chunk from text.
            ///
            /// - Parameters:
            ///   - text: The text, sent as UTF-8.
            ///   - delay: The time since the head or the chunk before.
            public init(_ text: String, after delay: Duration = .zero) {
                self.init([UInt8](text.utf8), after: delay)
            }

            /// Creates a chunk that comes together with the piece before it.
            ///
            /// - Parameter value: The text.
            public init(stringLiteral value: String) {
                self.init(value)
            }
        }

        /// How an answer ends, together with its last piece.
        public enum End: Sendable {
            /// The answer is complete.
            case complete

            /// The exchange breaks off.
            case fail(TransportError)

            /// Nothing more comes.
            case never
        }

        /// Answers with a head, then a body in pieces.
        ///
        /// - Parameters:
        ///   - status: The status.
        ///   - fields: The header fields.
        ///   - delay: When the head arrives, counted from the request.
        ///   - chunks: The body.
        ///   - end: What comes behind the last piece.
        ///   - endDelay: How long behind it.
        /// - Returns: The answer.
        public static func respond(
            status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], after delay: Duration = .zero,
            chunks: [Chunk] = [], then end: End = .complete, after endDelay: Duration = .zero
        ) -> Answer {
            var answer = Answer()
            var due = delay
            answer.add(.next(.head(HTTPResponse(status: status, headerFields: fields))), at: due)
            for chunk in chunks {
                due += chunk.delay
                answer.add(.next(.chunk(chunk.bytes)), at: due)
            }
            answer.add(end, at: due + endDelay)
            return answer
        }

        /// Breaks off before a head has arrived.
        ///
        /// - Parameters:
        ///   - error: Why.
        ///   - delay: When, counted from the request.
        /// - Returns: The answer.
        public static func fail(_ error: TransportError, after delay: Duration = .zero) -> Answer {
            var answer = Answer()
            answer.add(.fail(error), at: delay)
            return answer
        }

        /// Does not answer.
        public static var never: Answer { Answer() }

        private mutating func add(_ end: End, at due: Duration) {
            switch end {
            case .complete: add(.completed, at: due)
            case .fail(let error): add(.error(error), at: due)
            case .never: break
            }
        }

        /// Adds an event; what comes at the same time is one piece of work, so that nothing gets between.
        private mutating func add(_ event: Event<TransportEvent>, at due: Duration) {
            if let last = timeline.indices.last, timeline[last].due >= due {
                timeline[last].steps.append(event)
            } else {
                timeline.append((due, [event]))
            }
        }
    }
}

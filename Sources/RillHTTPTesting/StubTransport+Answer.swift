internal import Rill
public import RillHTTP

extension StubTransport {
    /// What a stub answers: pieces, and when each arrives; drawn as marbles, or put together.
    public struct Answer: Sendable {
        /// When which pieces arrive, counted from the request; in order.
        private(set) var moments: [Moment] = []

        /// Whether it is a diagram, so that it counts in ticks.
        var isDrawn = false

        /// The tick at which the client must have given up a drawn answer.
        var cancellationTick: Int?

        /// A piece of a body, and how long it comes after the piece before it.
        public struct Chunk: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
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

            /// Creates a chunk that comes together with the piece before it.
            ///
            /// - Parameter elements: The bytes.
            public init(arrayLiteral elements: UInt8...) {
                self.init(elements)
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

        private mutating func add(_ event: Event<TransportEvent>, at due: Duration) {
            // What would go back in time comes with the piece before it.
            if case .after(let last) = moments.last?.due, last > due { return add(Step(event), at: .after(last)) }
            add(Step(event), at: .after(due))
        }

        /// Adds a piece; what comes at the same time is one piece of work, so that nothing gets between.
        mutating func add(_ step: Step, at due: Due) {
            if let last = moments.indices.last, moments[last].due == due {
                moments[last].steps.append(step)
            } else {
                moments.append(Moment(due: due, steps: [step]))
            }
        }
    }
}

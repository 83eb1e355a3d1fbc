public import RillHTTP

extension StubTransport {
    /// A scripted response: the events that a stub sends and the time of each event.
    ///
    /// Create one from a marble diagram or from chunks and delays.
    public struct Response: Sendable {
        /// The events of the response, grouped by due time, in chronological order.
        private(set) var moments: [Moment] = []

        /// Whether the response is drawn as a marble diagram, with times in ticks.
        var isDrawn = false

        /// Whether the diagram contains upload steps.
        var drawsUpload: Bool { moments.contains { $0.steps.contains { $0.upload != nil } } }

        /// The tick at which the diagram expects the client to cancel the exchange, or `nil`.
        var cancellationTick: Int?

        /// A chunk of the response body and its delay after the preceding event.
        public struct Chunk: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
            /// The delay after the response head or the preceding chunk.
            public var delay: Duration

            /// The bytes of the chunk.
            public var bytes: [UInt8]

            /// Creates a chunk from bytes.
            ///
            /// - Parameters:
            ///   - bytes: The bytes.
            ///   - delay: The delay after the response head or the preceding chunk. Defaults to zero.
            public init(_ bytes: [UInt8], after delay: Duration = .zero) {
                self.bytes = bytes
                self.delay = delay
            }

            /// Creates a chunk from text.
            ///
            /// - Parameters:
            ///   - text: The text, encoded as UTF-8.
            ///   - delay: The delay after the response head or the preceding chunk. Defaults to zero.
            public init(_ text: String, after delay: Duration = .zero) {
                self.init([UInt8](text.utf8), after: delay)
            }

            /// Creates a chunk that arrives together with the preceding event.
            ///
            /// - Parameter value: The text, encoded as UTF-8.
            public init(stringLiteral value: String) {
                self.init(value)
            }

            /// Creates a chunk that arrives together with the preceding event.
            ///
            /// - Parameter elements: The bytes.
            public init(arrayLiteral elements: UInt8...) {
                self.init(elements)
            }
        }

        /// The outcome of a response after its last chunk.
        public enum End: Sendable {
            /// The response completes.
            case complete

            /// The exchange fails with an error.
            case fail(TransportError)

            /// The response neither completes nor fails.
            case never
        }

        /// Creates a response with a head and a body in chunks.
        ///
        /// - Parameters:
        ///   - status: The status code. Defaults to 200 OK.
        ///   - fields: The header fields.
        ///   - delay: The time between the request and the response head. Defaults to zero.
        ///   - chunks: The body.
        ///   - end: The outcome after the last chunk. Defaults to completion.
        ///   - endDelay: The delay between the last chunk and the outcome. Defaults to zero.
        /// - Returns: The response.
        public static func respond(
            status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], after delay: Duration = .zero,
            chunks: [Chunk] = [], then end: End = .complete, after endDelay: Duration = .zero
        ) -> Response {
            var response = Response()
            var due = delay
            response.add(.next(.head(HTTPResponse(status: status, headerFields: fields))), at: due)
            for chunk in chunks {
                due += max(chunk.delay, .zero)
                response.add(.next(.chunk(chunk.bytes)), at: due)
            }
            switch end {
            case .complete: response.add(.completed, at: due + endDelay)
            case .fail(let error): response.add(.error(error), at: due + endDelay)
            case .never: break
            }
            return response
        }

        /// Creates a response that fails before the response head arrives.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - delay: The time between the request and the failure. Defaults to zero.
        /// - Returns: The response.
        public static func fail(_ error: TransportError, after delay: Duration = .zero) -> Response {
            var response = Response()
            response.add(.error(error), at: delay)
            return response
        }

        /// A response that never arrives.
        public static var never: Response { Response() }

        private mutating func add(_ event: Event<TransportEvent>, at due: Duration) {
            // A negative delay moves the event to the time of the preceding event, because time cannot run backward.
            if case .after(let last) = moments.last?.due, last > due { return add(Step(event), at: .after(last)) }
            add(Step(event), at: .after(due))
        }

        /// Appends a step.
        ///
        /// Steps with equal due times share one scheduled action, so that no other action runs between them.
        mutating func add(_ step: Step, at due: Due) {
            if let last = moments.indices.last, moments[last].due == due {
                moments[last].steps.append(step)
            } else {
                moments.append(Moment(due: due, steps: [step]))
            }
        }
    }
}

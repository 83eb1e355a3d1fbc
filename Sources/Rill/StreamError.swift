/// A failure that an operator of the engine itself sends, as against those of its sources and closures.
public struct StreamError: Error, Hashable, CustomStringConvertible {
    /// What went wrong; compare with the static members.
    public let code: Code

    /// What went wrong, in words.
    public let description: String

    /// The kinds of failure.
    ///
    /// More may be added.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) {
            self.name = name
        }

        /// The stream completed without a value where one was asked for.
        public static let noElements = Code("noElements")

        /// The stream emitted a second value where one was asked for.
        public static let moreThanOneElement = Code("moreThanOneElement")

        /// Too long between two events.
        public static let timeout = Code("timeout")

        /// The stream did not end in time.
        public static let deadline = Code("deadline")

        /// A source that cannot park outran a bounded buffer.
        public static let bufferOverflow = Code("bufferOverflow")
    }

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    @usableFromInline
    static let noElements = StreamError(.noElements, "the stream completed without a value")

    @usableFromInline
    static let moreThanOneElement = StreamError(.moreThanOneElement, "the stream emitted more than one value")

    static func timeout(after dueTime: Duration) -> StreamError {
        StreamError(.timeout, "no event came within \(dueTime)")
    }

    static func deadline(after dueTime: Duration) -> StreamError {
        StreamError(.deadline, "the stream did not end within \(dueTime)")
    }

    static func bufferOverflow(of operation: String, capacity: Int) -> StreamError {
        StreamError(
            .bufferOverflow,
            "the buffer of \(operation) is full with \(capacity) events: its source is faster than its subscriber and cannot park"
        )
    }
}

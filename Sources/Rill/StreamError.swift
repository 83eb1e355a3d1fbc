/// An error that an operator produces itself, as opposed to an error of a source or a closure.
///
///     do {
///         print(try await tags.timeout(.seconds(3)).firstValue())
///     } catch StreamError.timeout {
///         print("no tags within three seconds")
///     }
public struct StreamError: Error, Hashable, CustomStringConvertible {
    /// The kind of error.
    ///
    /// Compare it with the static members of ``Code``.
    public let code: Code

    /// A message that describes the error.
    public let description: String

    /// The kinds of stream errors.
    ///
    /// Future versions may add codes.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) {
            self.name = name
        }

        /// The stream completed without the required element.
        public static let noElements = Code("noElements")

        /// The stream emitted more than one element where exactly one was required.
        public static let moreThanOneElement = Code("moreThanOneElement")

        /// The time between two events exceeded the timeout.
        public static let timeout = Code("timeout")

        /// The stream did not end before its deadline.
        public static let deadline = Code("deadline")

        /// A source that does not support back-pressure exceeded the capacity of a buffer.
        public static let bufferOverflow = Code("bufferOverflow")

        /// Returns whether an error is a ``StreamError`` with a code, for `catch` clauses and other patterns.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: The error.
        /// - Returns: `true` if the error has the code; otherwise, `false`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? StreamError)?.code == code
        }
    }

    // MARK: Codes for patterns

    /// The code ``Code/noElements``, for patterns such as `catch StreamError.noElements`.
    public static var noElements: Code { .noElements }

    /// The code ``Code/moreThanOneElement``, for patterns such as `catch StreamError.moreThanOneElement`.
    public static var moreThanOneElement: Code { .moreThanOneElement }

    /// The code ``Code/timeout``, for patterns such as `catch StreamError.timeout`.
    public static var timeout: Code { .timeout }

    /// The code ``Code/deadline``, for patterns such as `catch StreamError.deadline`.
    public static var deadline: Code { .deadline }

    /// The code ``Code/bufferOverflow``, for patterns such as `catch StreamError.bufferOverflow`.
    public static var bufferOverflow: Code { .bufferOverflow }

    // MARK: Errors of operators

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    @usableFromInline
    static let missingElement = StreamError(.noElements, "the stream completed without emitting an element")

    @usableFromInline
    static let excessElement = StreamError(.moreThanOneElement, "the stream emitted more than one element")

    static func timeout(after dueTime: Duration) -> StreamError {
        StreamError(.timeout, "timed out: no event within \(dueTime)")
    }

    static func deadline(after dueTime: Duration) -> StreamError {
        StreamError(.deadline, "timed out: the stream did not end within \(dueTime)")
    }

    @usableFromInline
    static func tooManyGroups(_ maxGroups: Int) -> StreamError {
        StreamError(
            .bufferOverflow, "more than \(maxGroups) groups in groupBy. Use fewer keys, or increase maxGroups")
    }

    @usableFromInline
    static func bufferOverflow(of operation: String, capacity: Int) -> StreamError {
        StreamError(
            .bufferOverflow,
            "buffer overflow in \(operation): more than \(capacity) events are pending, because the source emits faster than the "
                + "subscriber consumes and does not support back-pressure. Throttle or buffer the source"
        )
    }
}

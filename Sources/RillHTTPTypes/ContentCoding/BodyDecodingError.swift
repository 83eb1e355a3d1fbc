public import Foundation
public import Rill

/// An error that occurs while decoding data or parsing a streamed body.
///
///     line 3: [0].id: expected Int, found "12"
public struct BodyDecodingError: Error, ErrorWrapper, Sendable {
    /// The kind of failure.
    ///
    /// Compare with the static members.
    public let code: Code

    /// The number of the line that could not be parsed, starting at 1.
    ///
    /// `nil` if the failure does not concern a specific line.
    public let line: Int?

    /// A description of the failure, without the line number.
    public let text: String

    /// The underlying error, such as the decoder's error.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - line: The line number, starting at 1. Defaults to `nil`, which means that the failure does not concern a
    ///     line.
    ///   - text: The description, without secrets and without a trailing period.
    ///   - underlying: The underlying error. Defaults to `nil`.
    public init(_ code: Code, line: Int? = nil, _ text: String, underlying: (any Error)? = nil) {
        self.code = code
        self.line = line
        self.text = BodyText.clean(text)
        self.underlying = underlying
    }

    /// The kinds of failures.
    ///
    /// More members may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        /// The response has an unexpected media type.
        public static let contentType = Code(description: "contentType")

        /// A line, an event, an array element or a key exceeds the size limit.
        public static let tooLong = Code(description: "tooLong")

        /// A line, an array element or a document cannot be decoded.
        public static let malformed = Code(description: "malformed")
    }
}

extension BodyDecodingError: CustomStringConvertible, LocalizedError {
    /// The description of the failure on one line.
    public var description: String { line.map { "line \($0): \(text)" } ?? text }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

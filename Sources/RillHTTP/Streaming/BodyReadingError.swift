public import Foundation
public import Rill

/// Why a body could not be read while it arrived.
///
///     line 3: [0].id: expected Int, found "12"
public struct BodyReadingError: Error, Sendable {
    /// What went wrong, as far as a program can act on it; compare with the static members.
    public let code: Code

    /// The number of the line that it went wrong in, from one; nil if it is not about a line.
    public let line: Int?

    /// What is known beyond that, in words for a person.
    public let text: String

    /// What failed underneath: the decoder's error.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - line: The number of the line, from one; nil if it is not about a line.
    ///   - text: What is known beyond that, without secrets and without a full stop.
    ///   - underlying: What failed underneath.
    public init(_ code: Code, line: Int? = nil, _ text: String, underlying: (any Error)? = nil) {
        self.code = code
        self.line = line
        self.text = text
        self.underlying = underlying
    }

    /// The kinds of failure.
    ///
    /// More may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        /// The body claims to be something else.
        public static let contentType = Code(description: "contentType")

        /// A line, or what several lines make up, is longer than what is accepted.
        public static let tooLong = Code(description: "tooLong")

        /// A line does not hold what it should.
        public static let malformed = Code(description: "malformed")
    }
}

extension BodyReadingError: CustomStringConvertible, LocalizedError {
    /// The failure in a line.
    public var description: String { line.map { "line \($0): \(text)" } ?? text }

    /// The same line.
    public var errorDescription: String? { description }
}

extension BodyReadingError: ErrorWrapper {
    /// What failed underneath, so that `catch(as:)` finds the decoder's error.
    public var underlyingError: (any Error)? { underlying }
}

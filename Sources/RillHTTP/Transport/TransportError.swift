public import Foundation

/// Why an exchange with a server did not come to its end.
public struct TransportError: Error, Sendable, Hashable {
    /// What went wrong, as far as a program can act on it; compare with the static members.
    public let code: Code

    /// Which of the things that the code stands for it was; nil if the transport cannot tell.
    public let reason: Reason?

    /// What the transport knows beyond that, in words for a person; may be empty.
    public let text: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: Which of the things that the code stands for it was, if that is known.
    ///   - text: What is known beyond that, without secrets and without a full stop.
    public init(_ code: Code, _ reason: Reason? = nil, _ text: String = "") {
        self.code = code
        self.reason = reason
        self.text = text
    }

    /// Creates an error whose code says all that is known of the reason.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - text: What is known beyond that, without secrets and without a full stop.
    public init(_ code: Code, _ text: String) {
        self.init(code, nil, text)
    }

    /// The kinds of failure.
    ///
    /// More may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        let sentence: String

        private init(_ name: String, _ sentence: String) {
            description = name
            self.sentence = sentence
        }

        /// The request names no address that can be asked: nothing was sent.
        public static let invalidURL = Code("invalidURL", "the URL cannot be used")

        /// The request cannot be sent as it is, for another reason than its address: nothing was sent.
        public static let invalidRequest = Code("invalidRequest", "the request cannot be sent as it is")

        /// The transport cannot work with the options it was given, or cannot do what they ask for: nothing was sent.
        public static let invalidOptions = Code("invalidOptions", "the transport's options cannot be used")

        /// The name of the host has no address.
        public static let couldNotResolve = Code("couldNotResolve", "the host could not be found")

        /// No connection came about: refused, unreachable, or the proxy would not.
        public static let couldNotConnect = Code("couldNotConnect", "no connection to the host came about")

        /// The TLS handshake failed, or the certificate was not accepted.
        public static let tls = Code("tls", "the connection could not be secured")

        /// The transport or the system gave up waiting.
        public static let timeout = Code("timeout", "the connection timed out")

        /// The request could not be sent to its end.
        public static let sendFailed = Code("sendFailed", "the request could not be sent to its end")

        /// The connection ended inside the head or the body of the answer.
        public static let closedEarly = Code("closedEarly", "the connection was closed before the answer was complete")

        /// What the server sent is not HTTP, or its content coding does not decode.
        public static let malformedResponse = Code("malformedResponse", "the answer is not well-formed HTTP")

        /// The answer is larger than what is accepted.
        public static let tooLarge = Code("tooLarge", "the answer is too large")

        /// The transport was shut down while the exchange ran.
        public static let cancelled = Code("cancelled", "the transport was shut down")

        /// There is no way to the network: on Linux, libcurl is missing.
        public static let unavailable = Code("unavailable", "there is no transport to the network")

        /// Something else.
        public static let other = Code("other", "the transport failed")

        /// Compares the names.
        ///
        /// - Parameters:
        ///   - lhs: A code.
        ///   - rhs: Another code.
        /// - Returns: Whether they are the same kind.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }

        /// Feeds the name to the hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    /// The failure in a sentence: `the host could not be found: Could not resolve host: qiita.example`.
    public var description: String {
        let sentence = reason?.sentence ?? code.sentence
        return text.isEmpty ? sentence : "\(sentence): \(text)"
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

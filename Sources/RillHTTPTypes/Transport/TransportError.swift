public import Foundation
public import Rill

/// An error that ended an exchange with a server.
public struct TransportError: ErrorWrapper, Sendable, Hashable {
    /// The kind of failure.
    ///
    /// Compare it with the static members of ``Code-swift.struct``.
    public let code: Code

    /// The specific cause of the failure, or `nil` if the transport cannot determine it.
    public let reason: Reason?

    /// Details of the failure, often in the words of libcurl or URLSession.
    ///
    /// May be empty.
    public let text: String

    /// The error of the stream that is the request body, or `nil` for other failures.
    ///
    /// Two errors that differ only in this property are equal.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - reason: The specific cause, or `nil` if unknown. Defaults to `nil`.
    ///   - text: Details without secrets and without a trailing period. Characters that could forge a line are replaced.
    ///     Defaults to an empty string.
    ///   - underlying: The error of the stream that is the request body. Defaults to `nil`.
    public init(_ code: Code, _ reason: Reason? = nil, _ text: String = "", underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.text = BodyText.clean(text)
        self.underlying = underlying
    }

    /// Creates an error without a specific reason.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - text: Details without secrets and without a trailing period.
    public init(_ code: Code, _ text: String) {
        self.init(code, nil, text)
    }

    /// Returns the error with its secrets redacted.
    package func redacted(by redactor: Redactor) -> TransportError {
        TransportError(code, reason, redactor.text(text), underlying: underlying)
    }

    /// The kinds of transport failures.
    ///
    /// New kinds may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        let sentence: String

        private init(_ name: String, _ sentence: String) {
            description = name
            self.sentence = sentence
        }

        /// The URL of the request is invalid.
        ///
        /// Nothing was sent.
        public static let invalidURL = Code("invalidURL", "invalid URL")

        /// The request cannot be sent for a reason other than its URL.
        ///
        /// Nothing was sent.
        public static let invalidRequest = Code("invalidRequest", "invalid request")

        /// The transport options are invalid or not supported by the transport.
        ///
        /// Nothing was sent.
        public static let invalidOptions = Code("invalidOptions", "invalid transport options")

        /// The host name could not be resolved.
        public static let couldNotResolve = Code("couldNotResolve", "could not resolve host")

        /// The connection could not be established: it was refused, the host was unreachable, or the proxy failed.
        public static let couldNotConnect = Code("couldNotConnect", "could not connect to host")

        /// The TLS handshake failed or the server's certificate was rejected.
        public static let tls = Code("tls", "could not establish a secure connection")

        /// The exchange exceeded a time limit of the transport or the operating system.
        public static let timeout = Code("timeout", "the request timed out")

        /// The request could not be sent completely.
        public static let sendFailed = Code("sendFailed", "could not send the request")

        /// The connection was closed before the response head or body was complete, or a compressed body ends early.
        public static let closedEarly = Code(
            "closedEarly", "the connection was closed before the response was complete")

        /// The response is not valid HTTP, or its body cannot be decompressed.
        public static let malformedResponse = Code("malformedResponse", "malformed HTTP response")

        /// The response exceeds a size limit.
        public static let tooLarge = Code("tooLarge", "the response is too large")

        /// The transport was shut down before the exchange ended.
        public static let cancelled = Code("cancelled", "the transport was shut down")

        /// The transport cannot be used, for example because libcurl is not installed.
        public static let unavailable = Code("unavailable", "the transport is unavailable")

        /// Any other failure.
        public static let other = Code("other", "the transport failed")
    }
}

extension TransportError {
    /// Returns whether two errors have the same code, reason, and text.
    public static func == (first: TransportError, second: TransportError) -> Bool {
        first.code == second.code && first.reason == second.reason && first.text == second.text
    }

    /// Hashes the code, the reason, and the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(reason)
        hasher.combine(text)
    }
}

extension TransportError: CustomStringConvertible, LocalizedError {
    /// The error message: `could not connect to host: connection refused: Couldn't connect to server`.
    public var description: String {
        let sentence = reason?.sentence ?? code.sentence
        if text.isEmpty { return sentence }
        // The text of a timeout with a known limit is a complete message.
        if code == .timeout, text.hasPrefix("timed out") { return text }
        // Some messages of libcurl begin with the same words: "Could not resolve host: qiita.example".
        if text.lowercased().hasPrefix(sentence) { return sentence + text.dropFirst(sentence.count) }
        return "\(sentence): \(text)"
    }

    /// The description.
    public var errorDescription: String? { description }
}

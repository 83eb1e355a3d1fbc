extension HTTPResponse {
    /// A status: a three-digit code and a human-readable reason phrase.
    ///
    /// Statuses are compared by their codes only.
    public struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
        /// The status code, from 0 to 999.
        public let code: Int

        /// The reason phrase.
        ///
        /// Often empty, and always empty in HTTP/2 and later.
        public let reasonPhrase: String

        /// Creates a status.
        ///
        /// Traps if the code is not between 0 and 999.
        ///
        /// - Parameters:
        ///   - code: The status code, from 0 to 999.
        ///   - reasonPhrase: The reason phrase. Control characters are replaced by spaces. Defaults to an empty string.
        public init(code: Int, reasonPhrase: String = "") {
            precondition((0...999).contains(code), "invalid status code \(code): must be between 0 and 999")
            self.code = code
            self.reasonPhrase = HTTPField.legalValue(reasonPhrase)
        }

        /// Creates a status from its code.
        ///
        /// Traps if the code is not between 0 and 999.
        ///
        /// - Parameter value: The status code, from 0 to 999.
        public init(integerLiteral value: Int) {
            self.init(code: value)
        }

        /// The class of a status code, which is determined by its first digit.
        public enum Kind: Sendable, Hashable {
            /// A code outside 100 to 599.
            case invalid

            /// 100 to 199: an interim response; the final response follows.
            case informational

            /// 200 to 299: the request succeeded.
            case successful

            /// 300 to 399: the resource is at another URL, or the cached copy is current.
            case redirection

            /// 400 to 499: the request is invalid or cannot be fulfilled.
            case clientError

            /// 500 to 599: the server failed to process a valid request.
            case serverError
        }

        /// The class of the status code.
        public var kind: Kind {
            switch code {
            case 100...199: .informational
            case 200...299: .successful
            case 300...399: .redirection
            case 400...499: .clientError
            case 500...599: .serverError
            default: .invalid
            }
        }

        /// The code and the reason phrase: `404 Not Found`.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }

        /// Compares two statuses by their codes.
        ///
        /// - Parameters:
        ///   - lhs: A status.
        ///   - rhs: Another status.
        /// - Returns: `true` if the codes are equal.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

        /// Hashes the code.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(code) }
    }
}

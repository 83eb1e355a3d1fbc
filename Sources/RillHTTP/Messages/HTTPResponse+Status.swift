extension HTTPResponse {
    /// A status: a code of three digits, and a phrase that explains it to people.
    ///
    /// Two statuses are equal if their codes are: the phrase means nothing.
    public struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
        /// The code, 0 to 999.
        public let code: Int

        /// The phrase behind the code; often empty, and always so in HTTP/2 and later.
        public let reasonPhrase: String

        /// Creates a status from its parts; traps if the code has more than three digits.
        ///
        /// - Parameters:
        ///   - code: The code, 0 to 999.
        ///   - reasonPhrase: The phrase; control characters in it are replaced by spaces.
        public init(code: Int, reasonPhrase: String = "") {
            precondition((0...999).contains(code), "\(code) cannot be a status code: it must be 0 to 999")
            self.code = code
            self.reasonPhrase = HTTPField.legalValue(reasonPhrase)
        }

        /// Creates a status from its code alone; traps if it has more than three digits.
        ///
        /// - Parameter value: The code, 0 to 999.
        public init(integerLiteral value: Int) {
            self.init(code: value)
        }

        /// What the first digit of a code says.
        public enum Kind: Sendable, Hashable {
            /// Not a code that HTTP knows: less than 100, or 600 and more.
            case invalid

            /// 100 to 199: the answer is still to come.
            case informational

            /// 200 to 299: done.
            case successful

            /// 300 to 399: to be had elsewhere, or already there.
            case redirection

            /// 400 to 499: the request is at fault.
            case clientError

            /// 500 to 599: the server is at fault.
            case serverError
        }

        /// What the first digit of the code says.
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

        /// The code and the phrase: `404 Not Found`.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }

        /// Compares the codes alone.
        ///
        /// - Parameters:
        ///   - lhs: A status.
        ///   - rhs: Another status.
        /// - Returns: Whether the codes are equal.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

        /// Feeds the code alone to the hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(code) }
    }
}

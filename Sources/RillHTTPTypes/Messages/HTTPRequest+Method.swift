extension HTTPRequest {
    /// An HTTP request method.
    ///
    /// Methods are case-sensitive, and any token is a valid method.
    public struct Method: Sendable, Hashable, RawRepresentable, LosslessStringConvertible {
        /// The method as sent in the request.
        public let rawValue: String

        /// Creates a method from its name, or returns `nil` if the string is not a token (RFC 9110, 5.6.2).
        ///
        /// - Parameter rawValue: The name, uppercase by convention.
        public init?(rawValue: String) {
            guard HTTPToken.isValid(rawValue) else { return nil }
            self.rawValue = rawValue
        }

        /// Creates a method from its name, or returns `nil` if the string is not a token (RFC 9110, 5.6.2).
        ///
        /// - Parameter description: The name, uppercase by convention.
        public init?(_ description: String) {
            self.init(rawValue: description)
        }

        /// Creates a method from a string literal.
        ///
        /// Traps if it is not a token.
        ///
        /// - Parameter name: The name, uppercase by convention.
        public init(literal name: StaticString) {
            let name = name.description
            precondition(HTTPToken.isValid(name), "invalid request method \"\(name)\": not a token")
            rawValue = name
        }

        private init(token: String) {
            rawValue = token
        }

        /// The method as sent in the request.
        public var description: String { rawValue }

        /// Retrieves a resource.
        public static var get: Self { Self(token: "GET") }

        /// Retrieves the header fields of a resource.
        public static var head: Self { Self(token: "HEAD") }

        /// Submits the body to a resource for processing.
        public static var post: Self { Self(token: "POST") }

        /// Creates or replaces a resource with the body.
        public static var put: Self { Self(token: "PUT") }

        /// Deletes a resource.
        public static var delete: Self { Self(token: "DELETE") }

        /// Opens a tunnel to the host.
        public static var connect: Self { Self(token: "CONNECT") }

        /// Retrieves the communication options of a resource.
        public static var options: Self { Self(token: "OPTIONS") }

        /// Returns the received request in the response body.
        public static var trace: Self { Self(token: "TRACE") }

        /// Modifies part of a resource (RFC 5789).
        public static var patch: Self { Self(token: "PATCH") }
    }
}

extension HTTPRequest {
    /// A request method; an open set, compared with regard to case.
    public struct Method: Sendable, Hashable, RawRepresentable, LosslessStringConvertible {
        /// The method as it is written on the wire.
        public let rawValue: String

        /// Creates a method from its name.
        ///
        /// - Parameter rawValue: The name, upper-case by custom. The result is nil if it is not a token (RFC 9110, 5.6.2).
        public init?(rawValue: String) {
            guard HTTPToken.isValid(rawValue) else { return nil }
            self.rawValue = rawValue
        }

        /// Creates a method from its name.
        ///
        /// - Parameter description: The name, upper-case by custom. The result is nil if it is not a token.
        public init?(_ description: String) {
            self.init(rawValue: description)
        }

        /// Creates a method from a name that stands in the source; traps if it is not a token.
        ///
        /// - Parameter name: The name, upper-case by custom.
        public init(literal name: StaticString) {
            let name = name.description
            precondition(HTTPToken.isValid(name), "\"\(name)\" cannot be a request method: it is not a token")
            rawValue = name
        }

        /// The method as it is written on the wire.
        public var description: String { rawValue }

        /// Reads a resource.
        public static var get: Self { Self(literal: "GET") }

        /// Reads the header fields of a resource.
        public static var head: Self { Self(literal: "HEAD") }

        /// Hands the body to a resource to act on.
        public static var post: Self { Self(literal: "POST") }

        /// Creates or replaces a resource with the body.
        public static var put: Self { Self(literal: "PUT") }

        /// Removes a resource.
        public static var delete: Self { Self(literal: "DELETE") }

        /// Opens a tunnel to the authority.
        public static var connect: Self { Self(literal: "CONNECT") }

        /// Asks what can be done with a resource.
        public static var options: Self { Self(literal: "OPTIONS") }

        /// Asks for the request to be echoed.
        public static var trace: Self { Self(literal: "TRACE") }

        /// Changes a part of a resource (RFC 5789).
        public static var patch: Self { Self(literal: "PATCH") }
    }
}

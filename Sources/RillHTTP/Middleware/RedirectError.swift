/// Why an answer that leads elsewhere was not followed.
public struct RedirectError: Error, Sendable, CustomStringConvertible {
    /// What is wrong with the way; compare with the static members.
    public let code: Code

    /// The addresses in order, from the first that was asked to the one that was not; secrets in them are replaced.
    public let addresses: [String]

    init(_ code: Code, _ addresses: [String]) {
        self.code = code
        self.addresses = addresses
    }

    /// The reasons, as an open set.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The answers lead on and on.
        public static let tooMany = Code("tooMany")

        /// The answers lead back to where nothing has changed.
        public static let loop = Code("loop")

        /// The answer leads from `https` to `http`, where others could read along.
        public static let insecure = Code("insecure")

        /// The answer leads to an address that is neither `http` nor `https`.
        public static let unsupportedScheme = Code("unsupportedScheme")

        /// The response redirects a request with a body to another origin.
        public static let bodyToOtherOrigin = Code("bodyToOtherOrigin")

        /// The answer leads to an address with a user name or a password, which are not sent.
        public static let userInformation = Code("userInformation")
    }

    /// The reason and the way in a line: `the answers lead in a circle: https://a.example/x, …`.
    public var description: String {
        let way = addresses.joined(separator: ", ")
        let step = addresses.suffix(2).joined(separator: " to ")
        return switch code {
        case .tooMany: "the answers lead on and on, and were followed \(addresses.count - 2) times: \(way)"
        case .loop: "the answers lead in a circle: \(way)"
        case .insecure: "the answer leads from https to http, where others could read along: \(step)"
        case .unsupportedScheme: "the answer leads to an address that is neither http nor https: \(step)"
        case .bodyToOtherOrigin:
            "the response redirects a request with a body to another origin: \(step). "
                + "Set sendsBodyToOtherOrigins if that server may get the body"
        default: "the answer leads to an address with a user name or a password, which are not sent: \(step)"
        }
    }
}

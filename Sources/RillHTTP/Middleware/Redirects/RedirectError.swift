/// An error that describes why a redirect was not followed.
public struct RedirectError: Error, Sendable, CustomStringConvertible {
    /// The reason.
    ///
    /// Compare it with the static members of ``Code-swift.struct``.
    public let code: Code

    /// The redacted URLs of the redirect chain, from the first request to the redirect that was not followed.
    public let urls: [String]

    /// A reason for not following a redirect.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        /// There were more redirects than the limit.
        public static let tooMany = Code(description: "tooMany")

        /// The redirects lead back to a request that has already been sent.
        public static let loop = Code(description: "loop")

        /// The redirect leads from `https` to `http`, which is not encrypted.
        public static let insecure = Code(description: "insecure")

        /// The redirect leads to a URL whose scheme is neither `http` nor `https`.
        public static let unsupportedScheme = Code(description: "unsupportedScheme")

        /// The response redirects a request with a body to another origin.
        public static let bodyToOtherOrigin = Code(description: "bodyToOtherOrigin")

        /// The redirect leads to a URL with a user name or password.
        public static let userInformation = Code(description: "userInformation")

        /// The redirect leads to an international domain name that cannot be encoded in Punycode.
        public static let internationalHost = Code(description: "internationalHost")
    }

    /// The reason and the redirect chain, for example `redirect loop: https://a.example/x, …`.
    public var description: String {
        let chain = urls.joined(separator: ", ")
        let step = urls.suffix(2).joined(separator: " to ")
        return switch code {
        case .tooMany: "too many redirects (limit \(urls.count - 2)): \(chain)"
        case .loop: "redirect loop: \(chain)"
        case .insecure: "redirect from https to http: \(step)"
        case .unsupportedScheme: "redirect to a URL that is neither http nor https: \(step)"
        case .bodyToOtherOrigin:
            "redirect of a request with a body to another origin: \(step). "
                + "Set sendsBodyToOtherOrigins to allow it"
        case .internationalHost:
            "redirect to an international domain name that cannot be encoded in Punycode: \(step)"
        default: "redirect to a URL with a user name or password: \(step)"
        }
    }
}

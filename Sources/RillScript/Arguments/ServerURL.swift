/// Validation of server URLs on the command line.
public enum ServerURL {
    /// A reason why a URL is invalid.
    public enum ValidationError: Error {
        /// The URL contains a user name or a password.
        case userInformation
        /// The URL does not begin with `http://` or `https://` and a host name.
        case noHost
        /// The URL contains whitespace.
        case space
    }

    /// Validates that a string is an HTTP or HTTPS URL without user information.
    ///
    /// User information is checked first, so that callers never include a URL that contains a password in a message.
    public static func validate(_ text: String) throws(ValidationError) {
        let url = text.lowercased()
        let scheme = ["http://", "https://"].first(where: url.hasPrefix)
        let rest = text.dropFirst(scheme?.count ?? 0)
        // After the host, an `@` belongs to the path or the query.
        if rest.prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }).contains("@") { throw .userInformation }
        guard scheme != nil, let first = rest.first, first != "/", first != "?", first != "#" else { throw .noHost }
        if text.contains(where: \.isWhitespace) { throw .space }
    }
}

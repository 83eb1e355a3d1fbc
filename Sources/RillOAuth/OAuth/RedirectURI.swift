internal import RillHTTP

/// The redirect URI of a sign-in with a browser, on a loopback address.
struct RedirectURI: Sendable {
    /// The host: `127.0.0.1`, `[::1]`, or `localhost`.
    let host: String

    /// The port, or 0 for a free port.
    var port: UInt16

    /// The path, which is empty or begins with a slash.
    let path: String

    /// The URI of the authorization request and the token request.
    var text: String { "http://\(host)\(port == 0 ? "" : ":\(port)")\(path)" }

    /// The `Host` header field of the redirect, in which browsers omit the default port.
    var authority: String { port == 80 ? host : "\(host):\(port)" }

    /// The path in the request line of the redirect.
    var requestPath: String { path.isEmpty ? "/" : path }
}

extension RedirectURI {
    private static let scheme = "http://"
    private static let hosts: Set = ["127.0.0.1", "[::1]", "localhost"]

    /// Parses a redirect URI.
    ///
    /// - Throws: ``OAuthSignInError`` if the text is not a loopback redirect URI.
    init(_ text: String) throws(OAuthSignInError) {
        let rest = text.hasPrefix(Self.scheme) ? text.dropFirst(Self.scheme.count) : ""
        let authority = rest.prefix { $0 != "/" }
        let host = Self.hosts.first { authority == $0 || authority.hasPrefix("\($0):") } ?? ""
        let digits = authority.dropFirst(host.count + 1)
        // Port 0 would mean a free port.
        let port = digits.isEmpty ? 0 : UInt16(digits).flatMap { $0 == 0 ? nil : $0 }
        guard let port, !host.isEmpty, !authority.hasSuffix(":"), digits.allSatisfy(\.isNumber),
            rest.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }), !rest.contains(where: "?#".contains)
        else {
            throw OAuthSignInError(
                .unsupported,
                "the redirect URI \(HTTPRequest.redactedURL(text)) is invalid. It must begin with http://127.0.0.1, "
                    + "http://[::1], or http://localhost, and can have a port and a path, but no query or fragment")
        }
        self.init(host: host, port: port, path: String(rest.dropFirst(authority.count)))
    }
}

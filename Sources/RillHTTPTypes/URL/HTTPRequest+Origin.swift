extension HTTPRequest {
    /// The normalized origin of the request: scheme, host and port in lowercase, without the scheme's default port.
    public var origin: String { Self.origin(scheme: scheme ?? "", authority: authority ?? "") }

    /// Returns the normalized origin for a scheme and an authority.
    static func origin(scheme: String, authority: String) -> String {
        let scheme = HTTPToken.lowercased(scheme)
        var authority = HTTPToken.lowercased(authority)
        let ownPort = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ":"
        if authority.hasSuffix(ownPort) { authority.removeLast(ownPort.utf8.count) }
        if authority.hasSuffix(":") { authority.removeLast() }
        return "\(scheme)://\(authority)"
    }

    /// The origin without user name and password.
    package var originWithoutUser: String {
        let host = authority?.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return Self.origin(scheme: scheme ?? "", authority: String(host))
    }
}

extension HTTPRequest.Method {
    /// Whether the method is safe, that is, read-only (RFC 9110, 9.2.1).
    ///
    /// Unknown methods are considered unsafe.
    public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}

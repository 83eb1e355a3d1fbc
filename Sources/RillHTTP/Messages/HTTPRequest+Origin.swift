extension HTTPRequest {
    /// The server that is asked, written in one way only: scheme, host and port, without the scheme's own port.
    var origin: String { Self.origin(scheme: scheme ?? "", authority: authority ?? "") }

    /// The same for a server that is not asked yet.
    static func origin(scheme: String, authority: String) -> String {
        let scheme = HTTPToken.lowercased(scheme)
        var authority = HTTPToken.lowercased(authority)
        let ownPort = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ":"
        if authority.hasSuffix(ownPort) { authority.removeLast(ownPort.utf8.count) }
        if authority.hasSuffix(":") { authority.removeLast() }
        return "\(scheme)://\(authority)"
    }

    /// The address as it is compared.
    var address: String { origin + (path ?? "") }
}

extension HTTPRequest.Method {
    /// Whether the method only reads (RFC 9110, 9.2.1); one that nobody knows may do anything.
    var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}

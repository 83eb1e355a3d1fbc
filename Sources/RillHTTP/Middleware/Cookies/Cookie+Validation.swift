extension Cookie {
    /// The maximum number of bytes of the name and the value.
    static let maximumSize = 4_096

    /// The reason that the cookie is invalid, or `nil` if it is valid.
    ///
    /// Does not contain the value.
    var problem: String? {
        if name.isEmpty, value.isEmpty { return "the name and the value are empty" }
        if name.utf8.count + value.utf8.count > Self.maximumSize {
            return "the name and the value have more than \(Self.maximumSize) bytes"
        }
        if Self.contains(name, UInt8(ascii: "=")) {
            return "the name contains an equals sign, a semicolon or a control character"
        }
        if Self.contains(value) { return "the value contains a semicolon or a control character" }
        let allowed = ASCIISet.urlAuthority
        guard !domain.isEmpty, domain.utf8.first != UInt8(ascii: "."),
            domain.utf8.allSatisfy({ allowed.contains($0) })
        else { return "the domain is not a host" }
        guard path.utf8.first == UInt8(ascii: "/"), !Self.contains(path) else {
            return "the path does not begin with a slash, or contains a semicolon or a control character"
        }
        if includesSubdomains, CookieDomain.isPublic(domain) {
            return "the subdomains of a host with a single label or an IP address cannot share cookies"
        }
        return prefixProblem
    }

    /// The reason that the cookie does not have the properties which the prefix of its name promises.
    private var prefixProblem: String? {
        let text = HTTPToken.lowercased(name.isEmpty ? value : name)
        let isHost = text.hasPrefix("__host-")
        guard isHost || text.hasPrefix("__secure-") else { return nil }
        if name.isEmpty { return "a value without a name begins with __Host- or __Secure-" }
        if !isSecure { return "the name begins with __Host- or __Secure-, but the cookie is not secure" }
        if isHost, includesSubdomains || path != "/" {
            return "the name begins with __Host-, but the cookie has a domain or a path other than /"
        }
        return nil
    }

    /// Returns whether a text contains a semicolon, a control character, or another character.
    private static func contains(_ text: String, _ character: UInt8 = 0x3B) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x3B || $0 == character }
    }
}

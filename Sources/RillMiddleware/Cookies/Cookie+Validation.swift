internal import RillHTTP

extension Cookie {
    /// The maximum number of bytes of the name and the value.
    static let maximumSize = 4_096

    /// The values of the `SameSite` attribute.
    static let sameSites = ["Strict", "Lax", "None"]

    /// The cookie with its domain in lowercase, without the brackets of an IPv6 address.
    var canonical: Cookie {
        var cookie = self
        cookie.domain = CookieDomain.canonical(domain)
        return cookie
    }

    /// The reason that the cookie is invalid, or `nil` if it is valid.
    ///
    /// Does not contain the value. Expects a canonical domain.
    var problem: String? {
        if name.isEmpty, value.isEmpty { return "the name and the value are empty. Set one of them" }
        if name.utf8.count + value.utf8.count > Self.maximumSize {
            return "the name and the value have more than \(Self.maximumSize) bytes. Shorten them"
        }
        if Self.contains(name, UInt8(ascii: "=")) {
            return "the name contains an equals sign, a semicolon or a control character. Encode the name"
        }
        if Self.contains(value) { return "the value contains a semicolon or a control character. Encode the value" }
        if name.isEmpty, value.utf8.contains(UInt8(ascii: "=")) {
            // It would be sent like a cookie with a name.
            return "a value without a name contains an equals sign. Set the name, or encode the value"
        }
        guard CookieDomain.isHost(domain) else {
            return
                "the domain is not a host. Use a host without a port and without a leading period, such as a.example or ::1"
        }
        guard path.utf8.first == UInt8(ascii: "/"), !Self.contains(path) else {
            return "the path does not begin with a slash, or contains a semicolon or a control character. "
                + "Use a path such as /, which means all paths"
        }
        if includesSubdomains, CookieDomain.isPublic(domain) {
            return "the subdomains of a host with a single label or an IP address cannot share cookies. "
                + "Set includesSubdomains to false"
        }
        if let sameSite, !Self.sameSites.contains(sameSite) {
            return
                "the SameSite attribute is none of \(Self.sameSites.joined(separator: ", ")). Use one of them, or nil"
        }
        return prefixProblem
    }

    /// The reason that the cookie violates the requirements of its name's prefix, or `nil` if it does not.
    private var prefixProblem: String? {
        // Compare bytes, because a character of a string can consist of a hyphen and a combining mark.
        let text = (name.isEmpty ? value : name).lowercased().utf8
        let isHost = text.starts(with: "__host-".utf8)
        guard isHost || text.starts(with: "__secure-".utf8) else { return nil }
        if name.isEmpty { return "a value without a name begins with __Host- or __Secure-. Set the name" }
        if !isSecure { return "the name begins with __Host- or __Secure-, but the cookie is not secure. Set isSecure" }
        if isHost, includesSubdomains || path != "/" {
            return "the name begins with __Host-, but the cookie includes subdomains or has a path other than /. "
                + "Change them, or the name"
        }
        return nil
    }

    /// Returns whether a text contains a semicolon, a control character other than the tab, or the given character.
    private static func contains(_ text: String, _ character: UInt8 = 0x3B) -> Bool {
        text.utf8.contains { SetCookie.isControl($0) || $0 == 0x3B || $0 == character }
    }
}

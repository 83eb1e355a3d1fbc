internal import Foundation
internal import RillHTTP

/// A parsed `Set-Cookie` field.
///
/// - SeeAlso: RFC 6265bis, 5.6 and 5.7.
struct SetCookie {
    /// The maximum number of bytes of the value of an attribute.
    private static let maximumAttributeSize = 1_024

    /// The maximum lifetime in seconds: 400 days.
    private static let maximumLifetime = 400 * 86_400

    /// The cookie, whose domain or path is empty if there is no such attribute.
    private var cookie: Cookie
    private var expires: Int?
    private var lifetime: Int?

    /// Parses a field value.
    ///
    /// Returns `nil` if it contains control characters, or neither a name nor a value.
    init?(_ text: String) {
        guard !text.utf8.contains(where: Self.isControl) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (first, second) = Self.pair(parts[0])
        cookie = Cookie(second == nil ? "" : first, second ?? first, domain: "", path: "")
        guard !cookie.name.isEmpty || !cookie.value.isEmpty else { return nil }
        for part in parts.dropFirst() {
            let (name, value) = Self.pair(part)
            if value?.utf8.count ?? 0 <= Self.maximumAttributeSize { read(name.lowercased(), value ?? "") }
        }
    }

    /// Returns whether a byte is a control character other than the tab.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Splits a part at the first equals sign.
    private static func pair(_ part: Substring.UTF8View) -> (String, String?) {
        let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let texts = pieces.map { Substring($0).trimming(" \t") }
        return (texts[0], texts.count > 1 ? texts[1] : nil)
    }

    private mutating func read(_ name: String, _ value: String) {
        switch name {
        case "expires": if let date = CookieDate.parse(value) { expires = date }
        case "max-age": if let seconds = Self.seconds(value) { lifetime = seconds }
        case "domain": cookie.domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        case "path": cookie.path = value.utf8.first == UInt8(ascii: "/") ? value : ""
        case "secure": cookie.isSecure = true
        case "httponly": cookie.isHTTPOnly = true
        case "samesite": cookie.sameSite = Cookie.sameSites.first { $0.lowercased() == value.lowercased() }
        default: break
        }
    }

    /// Parses the number of a `Max-Age` attribute, limited to the maximum lifetime.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.isNumber else { return nil }
        if text.hasPrefix("-") { return 0 }
        return min(Int(digits) ?? maximumLifetime, maximumLifetime)
    }

    /// Returns the cookie that a response to a request sets, or `nil` if the server must not set it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The current time.
    func cookie(for request: HTTPRequest, at now: Date) -> Cookie? {
        var cookie = cookie
        guard let host = CookieDomain.host(of: request) else { return nil }
        guard !cookie.isSecure || request.scheme == "https" else { return nil }
        if cookie.path.isEmpty {
            // The prefix requires the attribute (RFC 6265bis, 5.7).
            if cookie.name.lowercased().utf8.starts(with: "__host-".utf8) { return nil }
            cookie.path = CookiePath.standard(for: request)
        }
        if cookie.domain.isEmpty || cookie.domain == host && CookieDomain.isPublic(host) {
            cookie.domain = host
        } else {
            guard !CookieDomain.isPublic(cookie.domain), CookieDomain.matches(host, cookie.domain) else { return nil }
            cookie.includesSubdomains = true
        }
        if let lifetime {
            cookie.expiration = now + Double(lifetime)
        } else if let expires {
            cookie.expiration = min(Date(timeIntervalSince1970: Double(expires)), now + Double(Self.maximumLifetime))
        }
        return cookie.problem == nil ? cookie : nil
    }
}

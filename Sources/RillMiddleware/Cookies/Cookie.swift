public import Foundation
internal import RillHTTP

/// A cookie: a name and a value, and the requests that it is sent with.
///
///     let cookie = Cookie("session", token, domain: "example.com", isSecure: true, isHTTPOnly: true)
///     try storage.set(cookie)
///
/// - SeeAlso: RFC 6265bis.
public struct Cookie: Sendable, Hashable {
    /// The name, which is empty for a cookie without one.
    public var name: String

    /// The value.
    public var value: String

    /// The host that the cookie is sent to, in lowercase, without a port and without the brackets of an IPv6 address.
    ///
    /// Creating and storing a cookie converts uppercase letters and removes brackets.
    public var domain: String

    /// Whether the cookie is also sent to the subdomains of the domain.
    public var includesSubdomains: Bool

    /// The path that the cookie is sent to, including the paths below it.
    ///
    /// Begins with a slash.
    public var path: String

    /// Whether the cookie is only sent over `https`.
    public var isSecure: Bool

    /// Whether the server requires that scripts in a browser cannot read the cookie.
    ///
    /// Stored, but without effect.
    public var isHTTPOnly: Bool

    /// The `SameSite` attribute: `Strict`, `Lax` or `None`, or `nil` if there is none.
    ///
    /// Stored, but without effect.
    public var sameSite: String?

    /// The date when the cookie expires, or `nil` for a session cookie.
    public var expiration: Date?

    /// Creates a cookie.
    ///
    /// ``CookieStorage/set(_:)`` validates it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - domain: The host that the cookie is sent to.
    ///   - includesSubdomains: Whether the cookie is also sent to the subdomains. Defaults to `false`.
    ///   - path: The path that the cookie is sent to. Defaults to `/`, which means all paths.
    ///   - isSecure: Whether the cookie is only sent over `https`. Defaults to `false`.
    ///   - isHTTPOnly: The `HttpOnly` attribute. Defaults to `false`.
    ///   - sameSite: The `SameSite` attribute. Defaults to `nil`.
    ///   - expiration: The date when the cookie expires. Defaults to `nil`, which means a session cookie.
    public init(
        _ name: String, _ value: String, domain: String, includesSubdomains: Bool = false, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: String? = nil, expiration: Date? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = CookieDomain.canonical(domain)
        self.includesSubdomains = includesSubdomains
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expiration = expiration
    }

    /// The text in a `Cookie` field: `name=value`, or the value if the name is empty.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The cookie without its value: `session=<redacted>; Domain=example.com; Path=/; Secure`.
    public var description: String {
        var text = name.isEmpty ? "<redacted>" : "\(name)=<redacted>"
        text += includesSubdomains ? "; Domain=\(domain)" : "; Host=\(domain)"
        text += "; Path=\(path)"
        if let expiration { text += "; Expires=\(expiration.httpDate)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite)" }
        return text
    }

    /// A mirror that contains only the description, so that `dump` does not print the value.
    public var customMirror: Mirror { Mirror(self, children: ["cookie": description], displayStyle: .struct) }
}

internal import RillHTTP

/// A parsed `Cookie` or `Set-Cookie` header field.
struct CookieText {
    private let parts: [Substring]
    private let isSetCookie: Bool

    /// Parses a header field.
    ///
    /// Returns `nil` for other field names.
    init?(_ header: HAR.Pair) {
        guard ["cookie", "set-cookie"].contains(header.name.lowercased()) else { return nil }
        isSetCookie = header.name.count > 6
        parts = header.value.split(separator: ";", omittingEmptySubsequences: false)
    }

    /// Returns whether a part is a cookie pair rather than a `Set-Cookie` attribute.
    private func isCookie(_ index: Int) -> Bool {
        !isSetCookie || index == 0 || !Self.attributes.contains(Self.name(of: parts[index]).lowercased())
    }

    private static let attributes: Set<String> = [
        "path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "partitioned", "priority",
    ]

    /// The field value with all cookie values redacted.
    var withoutValues: String {
        parts.indices.map { index in
            let part = parts[index]
            guard isCookie(index), !part.allSatisfy(\.isWhitespace) else { return String(part) }
            return (Self.hasName(part) ? part.prefix { $0 != "=" } + "=" : "") + Redactor.mark
        }
        .joined(separator: ";")
    }

    /// The cookies in the format of a HAR file.
    var cookies: [HAR.Cookie] {
        guard isSetCookie else {
            return parts.filter(Self.hasName)
                .map { HAR.Cookie(name: Self.name(of: $0), value: Self.value(of: $0)) }
        }
        guard let first = parts.first else { return [] }
        var cookie = HAR.Cookie(name: Self.name(of: first), value: Self.value(of: first))
        for part in parts.dropFirst() {
            switch Self.name(of: part).lowercased() {
            case "path": cookie.path = Self.value(of: part)
            case "domain": cookie.domain = Self.value(of: part)
            case "httponly": cookie.httpOnly = true
            case "secure": cookie.secure = true
            default: break
            }
        }
        return [cookie]
    }

    /// Returns whether a part is a name-value pair.
    ///
    /// A part without a name consists only of a value.
    private static func hasName(_ part: Substring) -> Bool {
        part.contains("=") && HTTPField.Name(String(part.prefix { $0 != "=" }.drop { $0.isWhitespace })) != nil
    }

    private static func name(of part: Substring) -> String {
        part.prefix { $0 != "=" }.filter { !$0.isWhitespace }
    }

    private static func value(of part: Substring) -> String {
        String(part.drop { $0 != "=" }.dropFirst())
    }
}

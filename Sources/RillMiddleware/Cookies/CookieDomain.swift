internal import RillHTTP

/// The hosts that cookies are sent to.
///
/// - SeeAlso: RFC 6265bis, 5.1.2 and 5.1.3.
enum CookieDomain {
    /// Returns a host in lowercase, without the brackets of an IPv6 address.
    static func canonical(_ host: String) -> String {
        let host = host.lowercased()
        guard host.hasPrefix("["), host.hasSuffix("]") else { return host }
        return String(host.dropFirst().dropLast())
    }

    /// Returns the canonical host of a request, or `nil` if it has none.
    static func host(of request: HTTPRequest) -> String? {
        guard let authority = request.authority else { return nil }
        let text = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]").map { text.index(after: $0) } : text.lastIndex(of: ":")
        let host = canonical(String(text[..<(end ?? text.endIndex)]))
        return host.isEmpty ? nil : host
    }

    /// Returns whether a canonical domain is a host name or an IP address, without a port.
    static func isHost(_ domain: String) -> Bool {
        let bytes = domain.utf8
        let forbidden = "\"#/<>?@[\\]^`{|}".utf8
        guard let first = bytes.first, first != UInt8(ascii: "."),
            bytes.allSatisfy({ 0x20 < $0 && $0 < 0x7F && !forbidden.contains($0) })
        else { return false }
        guard bytes.contains(UInt8(ascii: ":")) else { return true }
        // An IPv6 address without its zone.
        let address = domain.prefix { $0 != "%" }
        return address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
            && address.utf8.count(where: { $0 == UInt8(ascii: ":") }) >= 2
    }

    /// Returns whether a host is an IP address, in any notation.
    ///
    /// The last label of a host name is never a number, so `127.1` and `0x7f.1` are addresses.
    static func isAddress(_ host: String) -> Bool {
        if host.contains(":") { return true }
        guard let last = host.split(separator: ".").last else { return false }
        if last.hasPrefix("0x") { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
        return last.isNumber
    }

    /// Returns whether cookies must not be shared by the subdomains of a host: it is an IP address, or has a single label,
    /// such as `com`.
    ///
    /// There is no list of public suffixes, so `co.uk` is not recognized.
    static func isPublic(_ host: String) -> Bool {
        !(host.hasSuffix(".") ? host.dropLast() : host[...]).contains(".") || isAddress(host)
    }

    /// Returns whether a host is a domain or one of its subdomains.
    static func matches(_ host: String, _ domain: String) -> Bool {
        if host == domain { return true }
        return host.utf8.count > domain.utf8.count && host.hasSuffix(domain)
            && host.utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".") && !isAddress(host)
    }

    /// Returns a host and the domains that it is a subdomain of.
    static func parents(of host: String) -> [String] {
        if isAddress(host) { return [host] }
        let parents = host.indices.filter { host[$0] == "." }.map { String(host[$0...].dropFirst()) }
        return [host] + parents.filter { !$0.isEmpty }
    }
}

/// The paths that cookies are sent to.
///
/// - SeeAlso: RFC 6265bis, 5.1.4.
enum CookiePath {
    /// Returns the path of a request, without the query.
    static func path(of request: HTTPRequest) -> String {
        String((request.path ?? "/").prefix { $0 != "?" })
    }

    /// Returns the path of cookies without a `Path` attribute: the folder of the request's path.
    static func standard(for request: HTTPRequest) -> String {
        let path = path(of: request)
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Returns whether a path is the path of a cookie, or below it.
    static func matches(_ path: String, _ cookiePath: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        let next = path.utf8.dropFirst(cookiePath.utf8.count).first
        return next == nil || next == UInt8(ascii: "/") || cookiePath.utf8.last == UInt8(ascii: "/")
    }
}

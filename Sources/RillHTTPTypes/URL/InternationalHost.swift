internal import Foundation

/// International domain names in URLs that a server sends.
package enum InternationalHost {
    /// Returns an authority with an international domain name encoded in Punycode, as in browsers.
    ///
    /// Foundation maps the name as specified by UTS #46. An authority in ASCII, or one that Foundation cannot convert, is
    /// returned unchanged.
    static func encoded(_ authority: Substring) -> Substring {
        guard isInternational(authority), !authority.utf8.contains(where: { "@[%".utf8.contains($0) }) else {
            return authority
        }
        let host = HostAndPort(String(authority)).host
        guard let url = URL(string: "http://\(host)/")?.absoluteString, url.hasPrefix("http://"), url.hasSuffix("/")
        else { return authority }
        // The mapping must not produce delimiters.
        let name = url.dropFirst(7).dropLast()
        let isHost = name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) }
        let port = Substring(authority.utf8.dropFirst(host.utf8.count))
        return isHost && !name.isEmpty ? name + port : authority
    }

    /// Returns whether an authority contains characters that require Punycode.
    package static func isInternational(_ authority: some StringProtocol) -> Bool {
        authority.utf8.contains { $0 >= 0x80 }
    }
}

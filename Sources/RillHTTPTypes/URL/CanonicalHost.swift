internal import Foundation

/// The spelling of a host by which its options are found, such as its pinned public keys.
///
/// Different spellings of a host lead to the same server. A spelling that cannot be recognized is rejected, because the
/// options would have no effect.
package enum CanonicalHost {
    /// Returns the host of a URL in lowercase, without percent-encoding and a trailing period.
    ///
    /// An IPv6 address has the format of RFC 5952 and no zone ID.
    ///
    /// - Parameter host: The host, with the brackets of an IPv6 address.
    /// - Throws: ``TransportError/Code-swift.struct/invalidURL`` if the host, after decoding, contains a character other
    ///   than letters, digits, `-`, `.` and `_`, or is an address in another format.
    package static func text(of host: String) throws(TransportError) -> String {
        if host.hasPrefix("[") {
            guard let address = canonicalIPv6(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) else {
                throw TransportError(.invalidURL, "the host \"\(host)\" is not a valid IPv6 address")
            }
            return "[\(address)]"
        }
        guard let decoded = host.removingPercentEncoding, decoded.utf8.allSatisfy(ASCIISet.hostName.contains) else {
            throw TransportError(
                .invalidURL,
                "the host \"\(host)\" contains a character other than letters, digits, -, . and _, so it cannot be "
                    + "compared with pinnedPublicKeys. Encode international domain names in Punycode")
        }
        var name = decoded.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        guard !isNumber(name.split(separator: ".").last ?? "") || isIPv4(name) else {
            throw TransportError(
                .invalidURL,
                "the host \"\(host)\" cannot be compared with pinnedPublicKeys. Write an IPv4 address as four decimal "
                    + "numbers")
        }
        return name
    }

    /// Returns whether the last label of a host is a number, so that the host is an IPv4 address: `127.1`, `0x7f000001`.
    private static func isNumber(_ label: Substring) -> Bool {
        guard let first = label.first else { return false }
        let isHexadecimal = label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
        return first.isNumber && (isHexadecimal || label.allSatisfy(\.isNumber))
    }

    /// Returns whether a text is an IPv4 address, or an IPv6 address without brackets that can have a zone.
    package static func isIPAddress(_ text: String) -> Bool {
        isIPv4(text) || canonicalIPv6(text.prefix { $0 != "%" }) != nil
    }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    private static func canonicalIPv6(_ text: Substring) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
        }
    }
}

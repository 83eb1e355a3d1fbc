/// The host and the port in an authority.
package struct HostAndPort {
    /// The host, with the brackets of an IPv6 address.
    package let host: String

    /// The digits of the port, or an empty string if there is none.
    package let port: String

    /// Splits an authority, without validating it.
    ///
    /// User information is removed.
    package init(_ authority: String) {
        let text = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]").map { text.index(after: $0) } : text.lastIndex(of: ":")
        host = String(text[..<(end ?? text.endIndex)])
        port = String(end.map { text[$0...].drop { $0 == ":" } } ?? "")
    }

    /// Splits a host with an optional port.
    ///
    /// - Returns: The parts, or `nil` if the text is not a host or the port is not a number.
    package init?(validating text: String) {
        guard (try? HTTPRequest.check(authority: text)) != nil, !text.contains("%") else { return nil }
        self.init(text)
        // Without brackets, the colons of an IPv6 address would separate the host and the port.
        guard !host.isEmpty, host.hasPrefix("[") || !host.contains(":") else { return nil }
    }

    /// Whether the host is `localhost` or a loopback address, so that requests do not leave the machine.
    package var isLoopback: Bool {
        let host = HTTPToken.lowercased(host)
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        // The initializer accepts a sign.
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") && !$0.hasPrefix("-") }
    }

    /// Returns whether a text is a host without a port and without a trailing period.
    static func isHost(_ text: String) -> Bool {
        HostAndPort(validating: text)?.host == text && !text.hasSuffix(".") && !text.contains("*")
    }
}

extension HTTPRequest {
    /// Whether the host is `localhost` or a loopback address, so that the request does not leave the machine.
    public var hasLoopbackHost: Bool { HostAndPort(validating: authority ?? "")?.isLoopback == true }
}

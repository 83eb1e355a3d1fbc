/// The host and the port in an authority.
struct HostAndPort {
    /// The host, with the brackets of an IPv6 address.
    let host: String

    /// The digits of the port, or an empty string if there is none.
    let port: String

    /// Splits an authority, without validating it.
    ///
    /// User information is removed.
    init(_ authority: String) {
        let text = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]").map { text.index(after: $0) } : text.lastIndex(of: ":")
        host = String(text[..<(end ?? text.endIndex)])
        port = String(end.map { text[$0...].drop { $0 == ":" } } ?? "")
    }

    /// Splits a host with an optional port.
    ///
    /// - Returns: The parts, or `nil` if the text is not a host or the port is not a number.
    init?(validating text: String) {
        guard (try? HTTPRequest.check(authority: text)) != nil, !text.contains("%") else { return nil }
        self.init(text)
        // Without brackets, the colons of an IPv6 address would separate the host and the port.
        guard !host.isEmpty, host.hasPrefix("[") || !host.contains(":") else { return nil }
    }

    /// Returns whether a text is a host without a port and without a trailing period.
    static func isHost(_ text: String) -> Bool {
        HostAndPort(validating: text)?.host == text && !text.hasSuffix(".") && !text.contains("*")
    }
}

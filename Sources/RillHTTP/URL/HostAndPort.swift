/// The host and the port of an authority.
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
}

/// Functions that join base URLs and path segments as strings.
///
/// The client validates the result.
enum BaseURL {
    /// Returns a server's base URL with segments appended to its path, joined by single slashes, without a trailing slash.
    static func join(_ endpoint: String, _ segments: String) -> String {
        var base = endpoint.prefix { $0 != "?" && $0 != "#" }
        let rest = endpoint[base.endIndex...]
        while base.hasSuffix("/") { base.removeLast() }
        return segments.split(separator: "/").reduce(String(base)) { "\($0)/\($1)" } + rest
    }
}

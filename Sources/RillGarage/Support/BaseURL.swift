/// Functions that join base URLs and path segments as strings.
///
/// The client validates the result.
enum BaseURL {
    /// Returns a server's base URL with path segments appended, joined by single slashes, without a trailing slash.
    static func join(_ endpoint: String, _ segments: String) -> String {
        var base = endpoint
        while base.hasSuffix("/") { base.removeLast() }
        return segments.split(separator: "/").reduce(base) { "\($0)/\($1)" }
    }
}

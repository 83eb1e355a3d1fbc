/// Addresses as texts, which a client takes apart and checks.
enum Address {
    /// A server's address with segments behind it, joined by single slashes and without one at the end.
    static func join(_ endpoint: String, _ segments: String) -> String {
        var base = endpoint
        while base.hasSuffix("/") { base.removeLast() }
        return segments.split(separator: "/").reduce(base) { "\($0)/\($1)" }
    }
}

internal import RillHTTP

/// Determines which responses are stored.
///
/// - SeeAlso: RFC 9111, 3.
enum StoringPolicy {
    /// The statuses whose caching requirements are known, for `must-understand`.
    private static let understood: Set<Int> = [
        200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
    ]

    /// The statuses whose responses are not stored: partial responses, responses that refer to another one, requests for
    /// credentials, and statuses that apply only to a single request (RFC 6585).
    private static let excluded: Set<Int> = [206, 304, 401, 407, 428, 429, 431, 511]

    /// Returns whether the response to a `GET` request is stored.
    ///
    /// A response is stored if it can be used without a request for some time, or if it has status 200 and can be
    /// revalidated.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - received: The time since 1970 when the head arrived.
    static func isStorable(_ head: HTTPResponse, received: Duration) -> Bool {
        let control = CacheControl(head)
        let code = head.status.code
        guard (200...599).contains(code), !excluded.contains(code),
            control.contains("must-understand") ? understood.contains(code) : !control.contains("no-store"),
            head.varyNames != nil
        else { return false }
        if code == 200, head.hasValidator { return true }
        let lifetimes = [
            StoredResponse.lifetime(head, received: received, control), control.seconds("stale-while-revalidate"),
            control.seconds("stale-if-error"),
        ]
        return !control.contains("no-cache") && lifetimes.contains { $0.map { $0 > .zero } ?? false }
    }
}

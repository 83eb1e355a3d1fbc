extension HTTPRequest {
    /// Whether only a cache may respond to the request: its `Cache-Control` field has the directive `only-if-cached`.
    ///
    /// A status of 504 then means that there is no stored response, and not that the server has failed. `Retry` and
    /// `CircuitBreaker` do not count it as a failure.
    /// - SeeAlso: RFC 9111, 5.2.1.7.
    public var isOnlyIfCached: Bool {
        headerFields.elements(of: .cacheControl).contains { HTTPToken.lowercased($0) == "only-if-cached" }
    }
}

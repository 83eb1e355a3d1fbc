extension HTTPRequest {
    /// Whether only a cache may respond to the request: its `Cache-Control` field has the directive `only-if-cached`.
    ///
    /// A status of 504 then means that there is no stored response, and not that the server has failed. `Retry` and
    /// `CircuitBreaker` do not count it as a failure.
    ///
    /// - SeeAlso: RFC 9111, 5.2.1.7.
    public var isOnlyIfCached: Bool {
        headerFields.elements(of: .cacheControl).contains { element in
            let name = element.prefix { $0 != "=" }.filter { $0 != "\"" && $0 != " " }
            return HTTPToken.lowercased(name) == "only-if-cached"
        }
    }
}

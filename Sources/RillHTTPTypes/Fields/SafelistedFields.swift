extension HTTPField.Name {
    /// Whether the header field can be sent to any server, because it describes the client's capabilities and
    /// preferences rather than its identity.
    ///
    /// These are the fields that the Fetch standard safelists or that browsers send themselves, and the conditions of a
    /// request, without which the request would have a different meaning.
    ///
    /// - SeeAlso: <https://fetch.spec.whatwg.org/#cors-safelisted-request-header>.
    public var isSafelisted: Bool { Self.safelist.contains(canonicalName) || isCondition }

    /// Whether the field is a precondition or a range, which refers to the state of one resource.
    package var isCondition: Bool { Self.conditions.contains(canonicalName) }

    /// Whether the field describes the body of a request.
    package var describesBody: Bool {
        canonicalName.hasPrefix("content-") && !isSecret || Self.bodyFields.contains(canonicalName)
    }

    private static let safelist: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "last-event-id", "pragma",
        "te", "user-agent",
    ]

    private static let conditions: Set<String> = [
        "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range",
    ]

    private static let bodyFields: Set<String> = ["transfer-encoding", "expect", "trailer", "digest"]
}

extension HTTPField.Name {
    /// Whether a request may send the field to any server: it describes the abilities and wishes of the client, not its identity.
    ///
    /// These are the fields that the Fetch standard safelists or browsers send by themselves, and the conditions of a
    /// request, without which it would mean something else.
    ///
    /// - SeeAlso: <https://fetch.spec.whatwg.org/#cors-safelisted-request-header>.
    var isSafelisted: Bool { Self.safelist.contains(canonicalName) }

    /// Whether the field identifies or traces a single request rather than the user.
    var identifiesRequest: Bool { Self.requestIDs.contains(canonicalName) }

    /// Whether the field describes the body of a request.
    var describesBody: Bool {
        canonicalName.hasPrefix("content-") && !isSecret || Self.bodyFields.contains(canonicalName)
    }

    private static let safelist: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "pragma", "range", "te",
        "user-agent", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    ]

    private static let requestIDs: Set<String> = [
        "x-request-id", "x-correlation-id", "x-ms-client-request-id", "request-id", "traceparent", "tracestate", "date",
        "x-ms-date",
    ]

    private static let bodyFields: Set<String> = ["transfer-encoding", "expect", "trailer", "digest"]
}

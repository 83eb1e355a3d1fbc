internal import RillHTTP

/// The parts of a request by which its user is distinguished: the header fields that can identify the user, the signer,
/// and the identity of the transport.
struct RequestSender: Hashable, Sendable {
    /// The values by the name of the field.
    let parts: [String: [String]]

    init(_ request: HTTPRequest, over transport: TransportIdentity) {
        var parts = ["": [transport.digest ?? "", request.signer ?? ""]]
        for field in request.unsignedFields where !field.name.isSafelisted && !field.name.identifiesRequest {
            parts[field.name.canonicalName, default: []].append(field.value)
        }
        self.parts = parts
    }
}

extension HTTPRequest {
    /// The URL in normalized form, for comparison.
    var normalizedURL: String { origin + (path ?? "") }

    /// The header fields without the signature of a known user, which differs between the requests of that user.
    var unsignedFields: HTTPFields {
        var fields = headerFields
        if signer != nil { fields[.authorization] = nil }
        return fields
    }
}

extension HTTPField.Name {
    /// The response fields that apply only to the request that was sent, so that no other exchange receives them: another
    /// user must not receive the session in a cookie.
    static let singleUse: Set<HTTPField.Name> = [.setCookie, .init(literal: "Authentication-Info")]

    /// Whether the field identifies, traces, or dates a single request rather than the user.
    ///
    /// The names are complete: a longer name, such as `X-Auth-Request-ID`, can contain a credential.
    var identifiesRequest: Bool { Self.requestFields.contains(canonicalName) }

    private static let requestFields: Set<String> = [
        "b3", "correlation-id", "date", "idempotency-key", "request-id", "sentry-trace", "traceparent", "tracestate",
        "uber-trace-id", "x-amzn-requestid", "x-amzn-trace-id", "x-b3-flags", "x-b3-parentspanid", "x-b3-sampled",
        "x-b3-spanid", "x-b3-traceid", "x-client-request-id", "x-cloud-trace-context", "x-correlation-id",
        "x-datadog-parent-id", "x-datadog-sampling-priority", "x-datadog-trace-id", "x-ms-client-request-id",
        "x-ms-date", "x-request-id", "x-trace-id",
    ]
}

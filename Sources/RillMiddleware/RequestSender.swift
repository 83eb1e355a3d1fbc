internal import RillHTTP

/// The parts of a request by which its user is distinguished: the header fields that can identify the user, the signer,
/// and the identity of the transport.
struct RequestSender: Hashable, Sendable {
    /// The values by the name of the field.
    let parts: [String: [String]]

    init(_ request: HTTPRequest, over transport: TransportIdentity) {
        var parts = ["": [transport.digest ?? "", request.signer?.digest ?? ""]]
        for field in request.unsignedFields where !field.name.isSafelisted && !field.name.identifiesRequest {
            parts[field.name.canonicalName, default: []].append(field.value)
        }
        self.parts = parts
    }
}

extension HTTPRequest {
    /// The header fields without the signature of a known signer, which differs between the requests of one user.
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
    var identifiesRequest: Bool {
        let name = canonicalName.filter { $0 != "-" && $0 != "_" }
        return Self.requestFields.contains(name) || Self.requestWords.contains(where: name.hasSuffix)
    }

    private static let requestFields: Set<String> = ["b3", "date", "sentrytrace", "xmsdate"]

    private static let requestWords = [
        "requestid", "correlationid", "traceid", "spanid", "traceparent", "tracestate", "tracecontext",
    ]
}

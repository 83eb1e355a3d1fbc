internal import Foundation
internal import Rill
internal import RillHTTP

extension Authentication {
    /// Authorizes each attempt of a request separately, because the service rejects requests with an old date.
    ///
    /// Must be the innermost middleware, so that the signed request is sent unchanged. The credential is not sent to
    /// other servers.
    init(_ account: StorageAccount, for endpoint: String, now: @escaping @Sendable () -> Date) {
        if case .bearer(let tokens) = account.credential {
            let bearer = tokens.authentication(endpoint)
            self.init(for: endpoint) { request, body, next in
                guard request.protectsToken else {
                    throw TransportError(
                        .invalidRequest,
                        "an access token must not be sent without encryption. Use an https endpoint; http is permitted "
                            + "only for a loopback address")
                }
                return try bearer.intercept(request, body: body, next: next)
            }
            return
        }
        var signer: [String] = []
        if case .sharedKey(let key) = account.credential {
            // Identifies the key independently of the request and its date.
            signer = ["SharedKey", account.name, key.signature(of: "identity")]
        }
        self.init(for: endpoint) { [signer] request, body, next in
            switch account.credential {
            case .anonymous, .bearer:
                return next(request, body)
            case .sharedAccessSignature(let signature):
                return next(request.appending(signature), body)
            case .sharedKey(let key):
                var signed = try request.signed(
                    by: SharedKey(account: account.name, key: key), body: body, at: now())
                signed.setSignature(signed.headerFields[.authorization], of: signer, coversFields: true)
                return next(signed, body)
            }
        }
    }
}

extension HTTPRequest {
    /// Whether the request is encrypted, or does not leave the machine.
    fileprivate var protectsToken: Bool {
        if scheme?.lowercased() == "https" { return true }
        return HostAndPort(validating: authority ?? "")?.isLoopback == true
    }

    /// Returns the request with the current date and a signature.
    ///
    /// Normalizes header fields to the form in which they are signed.
    func signed(by key: SharedKey, body: HTTPBody?, at date: Date) throws -> HTTPRequest {
        let count = try body?.checkedCount()
        guard body == nil || count != nil else {
            throw TransportError(
                .invalidRequest, "the body has no known length, which Shared Key authorization requires")
        }
        var request = self
        // Azure accepts only one of the two date fields; emulators sign both.
        request.headerFields[.date] = nil
        request.headerFields[.storageDate] = HTTPDate.text(date)
        request.headerFields = HTTPFields(
            request.headerFields.map { field in
                guard field.name.canonicalName.hasPrefix("x-ms-") else { return field }
                return HTTPField(name: field.name, value: SharedKey.folded(field.value))
            })
        request.headerFields[.authorization] = key.authorization(for: request, bodyCount: count ?? 0)
        return request
    }

    fileprivate func appending(_ signature: SharedAccessSignature) -> HTTPRequest {
        guard !signature.query.isEmpty else { return self }
        var request = self
        let path = path ?? "/"
        request.path = "\(path)\(path.contains("?") ? "&" : "?")\(signature.query)"
        return request
    }
}

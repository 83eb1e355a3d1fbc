internal import Foundation
internal import RillHTTP

/// Authorizes each attempt of a request separately, because the service rejects requests with an old date.
///
/// Must be inside all middleware that changes the request. The credential is not sent to other
/// servers. Access tokens are added by a further middleware, if the request protects them.
struct AccountAuthentication: Middleware {
    private let account: StorageAccount
    private let endpoint: String
    private let now: @Sendable () -> Date

    /// The texts that identify the key independently of the request and its date.
    private let signer: [String]

    init(_ account: StorageAccount, for endpoint: String, now: @escaping @Sendable () -> Date) {
        self.account = account
        self.endpoint = endpoint
        self.now = now
        signer =
            if case .sharedKey(let key) = account.credential {
                ["SharedKey", account.name, key.signature(of: "identity")]
            } else {
                []
            }
    }

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        try Authentication(for: endpoint) { request in try authorize(&request, body) }
            .intercept(request, body: body, next: next)
    }

    private func authorize(_ request: inout HTTPRequest, _ body: HTTPBody?) throws {
        switch account.credential {
        case .anonymous:
            break
        case .bearer:
            guard request.scheme?.lowercased() == "https" || request.hasLoopbackHost else {
                throw TransportError(
                    .invalidRequest,
                    "an access token must not be sent without encryption. Use an https endpoint; http is permitted "
                        + "only for a loopback address")
            }
        case .sharedAccessSignature(let signature):
            guard !signature.query.isEmpty else { return }
            let target = request.path ?? "/"
            request.path = "\(target)\(target.contains("?") ? "&" : "?")\(signature.query)"
        case .sharedKey(let key):
            request = try request.signed(by: SharedKey(account: account.name, key: key), body: body, at: now())
            request.setSignature(request.headerFields[.authorization], of: signer, coversFields: true)
        }
    }
}

extension HTTPRequest {
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
        request.headerFields[.storageDate] = date.httpDate
        request.headerFields = HTTPFields(
            request.headerFields.map { field in
                guard field.name.canonicalName.hasPrefix("x-ms-") else { return field }
                return HTTPField(name: field.name, value: SharedKey.folded(field.value))
            })
        request.headerFields[.authorization] = key.authorization(for: request, bodyCount: count ?? 0)
        return request
    }
}

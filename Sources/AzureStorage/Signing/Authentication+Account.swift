internal import Foundation
internal import Rill
internal import RillHTTP

extension Authentication {
    /// Proves to a service that one may ask it, anew in each attempt: dates of requests do not last.
    ///
    /// It stands innermost: what it signs is what is sent. Nothing is proved to other servers.
    init(_ account: StorageAccount, for endpoint: String, now: @escaping @Sendable () -> Date) {
        self.init(endpoint) { request in
            switch account.credential {
            case .anonymous: return request
            case .sharedAccessSignature(let signature): return request.appending(signature)
            case .sharedKey(let key):
                // A signature of the request changes with the time; one of a constant tells keys apart.
                var request = request
                request.headerFields[.authorization] = "SharedKey \(account.name):\(key.signature(of: "identity"))"
                return request
            }
        } _: { request, body, next in
            switch account.credential {
            case .anonymous:
                return next(request, body)
            case .sharedAccessSignature(let signature):
                return next(request.appending(signature), body)
            case .sharedKey(let key):
                return next(
                    try request.signed(by: SharedKey(account: account.name, key: key), body: body, at: now()), body)
            }
        }
    }
}

extension HTTPRequest {
    /// The request with a signature of now, and with nothing in it that would be signed in another form than it is sent.
    func signed(by key: SharedKey, body: HTTPBody?, at date: Date) throws -> HTTPRequest {
        let count = try body?.checkedCount()
        guard body == nil || count != nil else {
            throw TransportError(.invalidRequest, "its body has no known length, which is a part of what is signed")
        }
        var request = self
        // Azure would have one or the other; emulators sign both.
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

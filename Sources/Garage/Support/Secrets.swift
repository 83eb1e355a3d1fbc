internal import RillHTTP

/// Takes out of texts what a server may have repeated of the secrets that it was sent.
enum Secrets {
    /// A text without some secrets, and without what looks like one.
    static func hide(_ secrets: [String], in text: String) -> String {
        Redactor(request: bearer(of: secrets)).text(text)
    }

    /// A request that is never sent: its fields tell the redactor what to look for.
    static func bearer(
        of secrets: [String], _ url: String = "", _ method: HTTPRequest.Method = .get
    ) -> HTTPRequest {
        let parts = url.split(separator: "://", maxSplits: 1)
        let rest = parts.dropFirst().first ?? ""
        let authority = rest.prefix { $0 != "/" }
        return HTTPRequest(
            method: method, scheme: parts.first.map(String.init), authority: String(authority),
            path: String(rest[authority.endIndex...]),
            headerFields: HTTPFields(secrets.map { HTTPField(name: name, value: $0) }))
    }

    private static let name = HTTPField.Name(literal: "Client-Secret")
}

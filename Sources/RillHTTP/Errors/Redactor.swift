internal import Foundation

/// Takes secrets out of texts: those it was told, and what stands behind a name that announces one.
package struct Redactor: Sendable {
    /// What stands in the place of a secret.
    package static let mark = "<redacted>"

    private let secrets: [String]

    /// Makes a redactor that also knows the secrets of a request, wherever a server may repeat them.
    package init(request: HTTPRequest? = nil) {
        self.init(requests: request.map { [$0] } ?? [])
    }

    /// Makes a redactor that also knows the secrets of several requests, and of the body that the last was sent with.
    init(requests: [HTTPRequest], body: HTTPBody? = nil) {
        var secrets = BodySecrets.find(in: body)
        for request in requests {
            for field in request.headerFields {
                if field.name.isSecret {
                    secrets.formUnion(Self.parts(ofField: field.value))
                } else if field.value.contains("://") {
                    // An address that the server is to fetch from, with what lets it.
                    secrets.formUnion(Self.secrets(inQueryOf: field.value))
                }
            }
            secrets.formUnion(Self.secrets(inQueryOf: request.path ?? ""))
        }
        // The longest first, as one may hold another. What is shorter would hit words that are no secrets.
        self.secrets = secrets.filter { $0.utf8.count >= 4 }.flatMap(SecretSpellings.all)
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    /// A field's value and what it is made of: a token behind its scheme, a password inside its Base64, cookies.
    private static func parts(ofField value: String) -> [String] {
        var parts = [value]
        if let space = value.firstIndex(of: " ") {
            parts.append(String(value[space...].dropFirst()))
            // `SharedKey account:signature`
            parts += value[space...].split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
        }
        if value.lowercased().hasPrefix("basic "), let data = Data(base64Encoded: parts[1]) {
            let credentials = String(decoding: data, as: UTF8.self)
            parts += credentials.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
        }
        for cookie in value.split(separator: ";") {
            parts += cookie.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        return parts
    }

    /// What stands behind names that announce secrets, as it is written and as it is meant.
    private static func secrets(inQueryOf address: String) -> [String] {
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return query.split(separator: "&").flatMap { pair -> [String] in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, SecretNames.containsInQuery(PercentEncoding.decode(parts[0])) else { return [] }
            return [String(parts[1]), PercentEncoding.decode(parts[1])]
        }
    }

    /// Any text without the secrets.
    package func text(_ text: String) -> String {
        var scanner = SecretScanner(withoutKnownSecrets(text))
        return scanner.run()
    }

    /// A text that announces no secrets of its own, without those of the request.
    package func withoutKnownSecrets(_ text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret) ? text.replacing(secret, with: Self.mark) : text
        }
    }

    /// A status with a phrase that holds no secret.
    func status(_ status: HTTPResponse.Status) -> HTTPResponse.Status {
        HTTPResponse.Status(code: status.code, reasonPhrase: text(status.reasonPhrase))
    }

    /// Fields with their names, and with values that hold no secret.
    func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                HTTPField(name: field.name, value: field.name.isSecret ? Self.mark : text(field.value))
            })
    }

    /// An address without its credentials and the secrets in its path and its query.
    package func url(_ url: String) -> String {
        let end = url.firstIndex(of: "?") ?? url.endIndex
        return text(Self.path(url[..<end]) + Self.query(url[end...]))
    }

    private static func path(_ path: Substring) -> String {
        var result: [String] = []
        var isSecret = false
        for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
            // The authority is the third part, if the address is in order: a password stands before its last `@`.
            if let at = segment.lastIndex(of: "@"), result.count == 2 || segment[..<at].contains(":") {
                result.append(mark + segment[at...])
            } else {
                result.append(isSecret && !segment.isEmpty ? mark : String(segment))
            }
            isSecret = result.count > 3 && SecretNames.standsBeforeSecret(PercentEncoding.decode(segment))
        }
        return result.joined(separator: "/")
    }

    private static func query(_ query: Substring) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let name = PercentEncoding.decode(pair[..<equals].drop { $0 == "?" })
            return SecretNames.containsInQuery(name) ? pair[...equals] + mark : String(pair)
        }
        .joined(separator: "&")
    }
}

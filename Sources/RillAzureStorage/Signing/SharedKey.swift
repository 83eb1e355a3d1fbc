internal import RillHTTP
internal import RillSystem

/// Signs requests with an account key (Shared Key authorization).
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key>, read 2026-11-21.
struct SharedKey: Sendable {
    let account: String
    let key: AccountKey

    /// Returns the value of the `Authorization` header field.
    func authorization(for request: HTTPRequest, bodyCount: Int) -> String {
        "SharedKey \(account):\(key.signature(of: stringToSign(request, bodyCount: bodyCount)))"
    }

    /// Returns the string to sign: the method, eleven standard header fields, the `x-ms-` header fields, and the
    /// canonicalized resource.
    func stringToSign(_ request: HTTPRequest, bodyCount: Int) -> String {
        let fields = request.headerFields
        let names: [HTTPField.Name] = [
            .contentMD5, .contentType, .date, .ifModifiedSince, .ifMatch, .ifNoneMatch, .ifUnmodifiedSince, .range,
        ]
        let coding = [HTTPField.Name.contentEncoding, .contentLanguage].map { fields[$0] ?? "" }
        // A length of zero is signed as an empty string.
        let lines =
            [request.method.rawValue] + coding + [bodyCount > 0 ? "\(bodyCount)" : ""]
            + names.map { fields[$0] ?? "" }
        return lines.map { $0 + "\n" }.joined() + Self.canonicalFields(of: fields) + canonicalResource(of: request)
    }

    /// Returns the canonicalized `x-ms-` header fields, one per line, sorted by name.
    private static func canonicalFields(of fields: HTTPFields) -> String {
        fields.filter { $0.name.canonicalName.hasPrefix("x-ms-") }
            .map { (name: $0.name.canonicalName, value: $0.value) }
            .sorted { sortKey($0.name).lexicographicallyPrecedes(sortKey($1.name)) }
            .map { "\($0.name):\(folded($0.value))\n" }
            .joined()
    }

    /// Returns the sort key of a header field name: an underscore sorts before digits and letters.
    private static func sortKey(_ name: String) -> some Sequence<UInt8> {
        name.utf8.lazy.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }
    }

    /// Returns a header field value in the form in which it is signed: without surrounding whitespace, and with single
    /// spaces outside of quoted strings.
    static func folded(_ value: String) -> String {
        var result = ""
        var isQuoted = false
        var isEscaped = false
        for character in value {
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            if isQuoted || ![" ", "\t", "\r\n", "\n"].contains(character) {
                result.append(character)
            } else if !result.isEmpty, result.last != " " {
                result.append(" ")
            }
        }
        while result.last == " " { result.removeLast() }
        return result
    }

    /// Returns the canonicalized resource: the account, the percent-encoded path, and the decoded query parameters.
    private func canonicalResource(of request: HTTPRequest) -> String {
        let target = (request.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = target.first.map(String.init) ?? ""
        var values: [String: [String]] = [:]
        for item in (target.dropFirst().first ?? "").split(separator: "&") {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.percentDecoded ?? String($0) }
            values[sides[0].lowercased(), default: []].append(sides.dropFirst().first ?? "")
        }
        let query = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\n\($0.key):\($0.value.sorted().joined(separator: ","))" }
        return "/\(account)\(path.isEmpty ? "/" : path)\(query.joined())"
    }
}

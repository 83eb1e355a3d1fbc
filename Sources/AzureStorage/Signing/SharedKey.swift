internal import Foundation
internal import RillHTTP

/// Signs requests with a key of an account.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key>, read 2026-11-21.
struct SharedKey: Sendable {
    let account: String
    let key: AccountKey

    /// What stands in the field `Authorization`.
    func authorization(for request: HTTPRequest, bodyCount: Int) -> String {
        "SharedKey \(account):\(key.signature(of: stringToSign(request, bodyCount: bodyCount)))"
    }

    /// What is signed: the method, eleven fields, those of Azure's own, and what is asked for.
    func stringToSign(_ request: HTTPRequest, bodyCount: Int) -> String {
        let fields = request.headerFields
        let names: [HTTPField.Name] = [
            .contentMD5, .contentType, .date, .ifModifiedSince, .ifMatch, .ifNoneMatch, .ifUnmodifiedSince, .range,
        ]
        let coding = [HTTPField.Name.contentEncoding, .contentLanguage].map { fields[$0] ?? "" }
        // An empty body counts as none.
        let lines =
            [request.method.rawValue] + coding + [bodyCount > 0 ? "\(bodyCount)" : ""]
            + names.map { fields[$0] ?? "" }
        return lines.map { $0 + "\n" }.joined() + Self.canonicalFields(of: fields) + canonicalResource(of: request)
    }

    /// Azure's own fields, in order, each with a line of its own.
    private static func canonicalFields(of fields: HTTPFields) -> String {
        fields.filter { $0.name.canonicalName.hasPrefix("x-ms-") }
            .map { (name: $0.name.canonicalName, value: $0.value) }
            .sorted { order($0.name).lexicographicallyPrecedes(order($1.name)) }
            .map { "\($0.name):\(folded($0.value))\n" }
            .joined()
    }

    /// How names are ordered: an underscore stands before all digits and letters.
    private static func order(_ name: String) -> some Sequence<UInt8> {
        name.utf8.lazy.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }
    }

    /// A value as it is signed, and so has to be sent: with single spaces, and none at its ends.
    static func folded(_ value: String) -> String {
        value.split { $0 == " " || $0 == "\t" || $0 == "\r\n" || $0 == "\n" }.joined(separator: " ")
    }

    /// The account, the path as it is sent, and the query as it is meant.
    private func canonicalResource(of request: HTTPRequest) -> String {
        let target = (request.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = target.first.map(String.init) ?? ""
        var values: [String: [String]] = [:]
        for pair in target.dropFirst().first?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentEncoding.decode(parts[0]).lowercased()
            values[name, default: []].append(parts.dropFirst().first.map { PercentEncoding.decode($0) } ?? "")
        }
        let query = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\n\($0.key):\($0.value.sorted().joined(separator: ","))" }
        return "/\(account)\(path.isEmpty ? "/" : path)\(query.joined())"
    }
}

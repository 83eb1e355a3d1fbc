internal import Foundation

/// The secrets in the body of a request, found by the names before them: a server may repeat them in any text.
enum BodySecrets {
    /// What is larger is not looked into.
    private static let limit = 64 * 1024

    /// The secrets of a body of JSON, or of a form, that lies in memory; none of any other.
    static func find(in body: HTTPBody?) -> Set<String> {
        guard let body, let bytes = body.bytes, bytes.count <= limit, let type = body.contentType?.lowercased() else {
            return []
        }
        if type.hasPrefix("application/x-www-form-urlencoded") { return pairs(String(decoding: bytes, as: UTF8.self)) }
        guard type.contains("json"), let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
            return []
        }
        var secrets: Set<String> = []
        collect(value, .none, into: &secrets)
        return secrets
    }

    private static func pairs(_ form: String) -> Set<String> {
        var secrets: Set<String> = []
        for pair in form.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, SecretNames.contains(PercentEncoding.decode(parts[0])) else { continue }
            let value = PercentEncoding.decode(parts[1].replacing("+", with: "%20")[...])
            secrets.formUnion([String(parts[1]), value])
        }
        return secrets
    }

    // MARK: JSON

    /// What the place of a value says of it.
    private enum Place {
        case none
        /// Behind a secret name.
        case secret
        /// In an object behind a secret name, `"token": {"id": …}`, which also tells what is no secret.
        case object
    }

    private static func collect(_ value: Any, _ place: Place, into secrets: inout Set<String>) {
        switch value {
        case let text as String:
            if place == .secret { secrets.insert(text) }
        case let list as [Any]:
            for element in list { collect(element, place, into: &secrets) }
        case let object as [String: Any]:
            for (name, member) in object {
                let isSecret =
                    SecretNames.contains(name)
                    || place == .secret && ["id", "key", "value"].contains(name.lowercased())
                collect(member, isSecret ? .secret : place == .none ? .none : .object, into: &secrets)
            }
        default: break
        }
    }
}

internal import Foundation
internal import RillHTTPTypes

/// A one-line description of a decoding error in a JSON body: the path, the expected type, and the value found.
struct DecodingFailure {
    /// The error thrown by the request's parser.
    let error: any Error

    /// The whole body.
    let body: Data

    /// The value of the `Content-Type` header field.
    let contentType: String?

    /// The strategy that relates the keys in the error's path to the keys in the body.
    let strategy: JSONDecoder.KeyDecodingStrategy

    /// The redactor for texts from the body.
    let redactor: Redactor

    /// The location of the body in a larger document, such as `items[3]`.
    ///
    /// Empty if the body is the whole document.
    var location = ""

    /// Whether the body is a secret, so that the description contains no string in it.
    var isBodySecret = false

    /// The description with secrets redacted, for example `[3].followers_count: expected Int, found "12"`.
    var text: String {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context)?, .valueNotFound(let type, let context)?:
            return describe("expected \(Self.name(of: type))", probe(context.codingPath))
        case .keyNotFound(let key, let context)?:
            return "\(probe(context.codingPath + [key]).path)missing"
        case .dataCorrupted(let context)?:
            return corruption(context)
        default:
            // The text of the error could quote a secret body.
            let isSecret = isBodySecret && !(error is BodyDecodingError)
            return located("") + (isSecret ? "invalid value" : redactor.text("\(error)"))
        }
    }

    private func corruption(_ context: DecodingError.Context) -> String {
        if body.isEmpty { return "the body is empty" }
        let probe = probe(context.codingPath)
        let isUnspecific = context.debugDescription == "The given data was not valid JSON."
        // If the error is at a string, the text is checked for it below.
        let isSecret = isBodySecret && probe.string == nil
        let text = isSecret ? "" : redactor.text(context.debugDescription)
        guard probe.isJSON || !context.codingPath.isEmpty else {
            let type = contentType.map { " (Content-Type: \(redactor.text($0)))" } ?? ""
            let subject = location.isEmpty ? "the body is not JSON" : "\(location): not JSON"
            return subject + type + (isUnspecific || text.isEmpty ? "" : ": \(text)")
        }
        // On Linux, JSONDecoder throws this error without a path for a number that its type cannot represent, and for an
        // invalid string or number, which the probe accepts because it does not decode them.
        if context.codingPath.isEmpty, isUnspecific {
            let isValid = (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
            return probe.path
                + (isValid
                    ? "a number does not fit its type: it has a fraction or is too large"
                    : "a string is not UTF-8 or has an invalid escape or control character, or a number is invalid or too large")
        }
        // Another decoder can reject the syntax of a body that JSONDecoder accepts, such as `[1,]`.
        if context.codingPath.isEmpty, probe.found.hasPrefix("an "), !text.isEmpty { return probe.path + text }
        let containsSecret = probe.found == Redactor.mark && probe.string.map { text.contains($0) } == true
        return describe(text.isEmpty || containsSecret ? "invalid value" : text, probe)
    }

    private func describe(_ reason: String, _ probe: JSONProbe) -> String {
        probe.path + reason + (probe.isJSON ? ", found \(probe.found)" : "")
    }

    private func probe(_ path: [any CodingKey]) -> JSONProbe {
        var keys = path.map { $0.intValue.map(JSONProbe.Step.index) ?? .key($0.stringValue) }
        if case .convertFromSnakeCase = strategy {
            keys = keys.map { if case .key(let name) = $0 { .converted(name) } else { $0 } }
        }
        var result = JSONProbe.inspect(keys, in: body)
        result.path = redactor.text(located(result.path))
        let names = location.split { ".[]".contains($0) }
        let hasSecretName = result.found != "null" && names.contains { SecretNames.contains(String($0)) }
        let isSecret = hasSecretName || isBodySecret && result.string != nil
        result.found = isSecret ? Redactor.mark : redactor.text(result.found)
        return result
    }

    /// Prepends the location of the body to a path that has a trailing separator.
    private func located(_ path: String) -> String {
        if location.isEmpty { return path }
        return location + (path.isEmpty ? ": " : path.hasPrefix("[") ? path : ".\(path)")
    }

    /// Returns the JSON name of a type, or its Swift name if there is none.
    private static func name(of type: Any.Type) -> String {
        let name = String(describing: type)
        if name.hasPrefix("Array<") || name == "UnkeyedDecodingContainer" { return "an array" }
        if name.hasPrefix("Dictionary<") { return "an object" }
        return name
    }
}

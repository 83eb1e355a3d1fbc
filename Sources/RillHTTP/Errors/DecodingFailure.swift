internal import Foundation

/// Says in a line what could not be read in a body of JSON: where, what was expected, what was found.
struct DecodingFailure {
    /// What the request's reader threw.
    let error: any Error

    /// The whole body.
    let body: Data

    /// What the body claims to be.
    let contentType: String?

    /// How the keys in the error's path relate to those in the body.
    let strategy: JSONDecoder.KeyDecodingStrategy

    /// Takes secrets out of what is told of the body.
    let redactor: Redactor

    /// The line, without secrets: `[3].followers_count: expected Int, found "12"`.
    var text: String {
        guard let error = error as? DecodingError else { return redactor.text("\(error)") }
        switch error {
        case .typeMismatch(let type, let context):
            let probe = probe(context.codingPath)
            return "\(probe.place)expected \(Self.name(of: type)), found \(probe.found)"
        case .valueNotFound(let type, let context):
            let probe = probe(context.codingPath)
            return "\(probe.place)expected \(Self.name(of: type)), found \(probe.found)"
        case .keyNotFound(let key, let context):
            return "\(probe(context.codingPath + [key]).place)missing"
        case .dataCorrupted(let context):
            return corruption(context)
        @unknown default:
            return redactor.text("\(error)")
        }
    }

    private func corruption(_ context: DecodingError.Context) -> String {
        if body.isEmpty { return "the body is empty" }
        let probe = probe(context.codingPath)
        guard probe.isJSON else {
            return "the body is not JSON" + (contentType.map { " (Content-Type: \(redactor.text($0)))" } ?? "")
        }
        // The decoder on Linux says so of a number that it cannot represent, and does not say where.
        if probe.place.isEmpty, context.debugDescription == "The given data was not valid JSON." {
            return "a number does not fit the type that it is read as: it has a fraction, or is too large"
        }
        let reason = context.debugDescription.isEmpty ? "not acceptable" : redactor.text(context.debugDescription)
        return "\(probe.place)\(reason), found \(probe.found)"
    }

    private func probe(_ path: [any CodingKey]) -> JSONProbe.Result {
        var keys = path.map { $0.intValue.map(JSONProbe.Step.index) ?? .key($0.stringValue) }
        if case .convertFromSnakeCase = strategy {
            keys = keys.map { if case .key(let name) = $0 { .converted(name) } else { $0 } }
        }
        var result = JSONProbe.look(along: keys, in: body)
        result.place = redactor.withoutKnownSecrets(result.place)
        result.found = redactor.text(result.found)
        return result
    }

    /// The type as JSON would say it, or by its name.
    private static func name(of type: Any.Type) -> String {
        let name = String(describing: type)
        if name.hasPrefix("Array<") || name == "UnkeyedDecodingContainer" { return "an array" }
        if name.hasPrefix("Dictionary<") { return "an object" }
        return name
    }
}

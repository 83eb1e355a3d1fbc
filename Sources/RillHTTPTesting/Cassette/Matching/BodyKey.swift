internal import RillHTTP

/// A request body, parsed for comparison.
enum BodyKey {
    case json(JSONValue)
    case form([HAR.Pair])
    case bytes([UInt8])

    init(_ body: [UInt8], type: String) {
        if MediaType.name(of: type) == "application/x-www-form-urlencoded" {
            let text = String(decoding: body, as: UTF8.self)
            self = .form(PercentDecoding.pairs(text[...]).map(HAR.Pair.init))
        } else if let boundary = MediaType.parameter("boundary", of: type), !boundary.isEmpty {
            // Clients generate a new boundary for each request.
            self = .bytes(body.replacing(Array(boundary.utf8), with: Array("boundary".utf8)))
        } else if let value = JSONValue(body),
            value.kind != JSONValue.numberKind || !MediaType.name(of: type).hasPrefix("text/")
        {
            // In a text, 1.1 and 1.10 differ, for example as versions.
            self = .json(value)
        } else {
            self = .bytes(body)
        }
    }

    /// Returns the differences between this recorded body and the body of a request.
    ///
    /// For JSON and binary bodies, returns only the first difference.
    func differences(from requested: BodyKey) -> [Difference] {
        switch (self, requested) {
        case (.json(let recorded), .json(let requested)):
            guard let found = recorded.difference(from: requested) else { return [] }
            let path = found.path.isEmpty ? "body" : "body at \(found.path)"
            return [Difference(weight: 2, path, described: found.recorded, found.requested)]
        case (.form(let recorded), .form(let requested)):
            return PairComparison.differences(in: "form item", recorded, requested)
        case (.bytes(let recorded), .bytes(let requested)):
            return Self.differences(recorded, requested)
        default:
            return [Difference(weight: 2, "body", described: kind, requested.kind)]
        }
    }

    private static func differences(_ recorded: [UInt8], _ requested: [UInt8]) -> [Difference] {
        guard recorded != requested else { return [] }
        if let recorded = String(validating: recorded, as: UTF8.self),
            let requested = String(validating: requested, as: UTF8.self), RedactedText.matches(recorded, requested)
        {
            return []
        }
        let shared = zip(recorded, requested).prefix { $0 == $1 }.count
        return [
            Difference(
                weight: 2, "body", described: "\(recorded.count) bytes",
                "\(requested.count) bytes (first difference at byte \(shared))")
        ]
    }

    private var kind: String {
        switch self {
        case .json: "JSON"
        case .form: "a form"
        case .bytes(let bytes): "\(bytes.count) bytes that are neither JSON nor a form"
        }
    }
}

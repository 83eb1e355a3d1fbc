/// A body, taken apart to be compared.
enum BodyKey {
    case json(JSONValue)
    case form([HAR.Pair])
    case bytes([UInt8])

    init(_ body: [UInt8], type: String) {
        if MediaType.name(of: type) == "application/x-www-form-urlencoded" {
            let text = String(decoding: body, as: UTF8.self)
            self = .form(PercentDecoding.pairs(text[...]).map(HAR.Pair.init))
        } else if let boundary = MediaType.parameter("boundary", of: type), !boundary.isEmpty {
            // A boundary is made up anew each time.
            self = .bytes(body.replacing(Array(boundary.utf8), with: Array("boundary".utf8)))
        } else if let value = JSONValue(body) {
            self = .json(value)
        } else {
            self = .bytes(body)
        }
    }

    /// What differs in a body from this one, which was recorded; of JSON and of bytes the first thing that does.
    func differences(from asked: BodyKey) -> [Difference] {
        switch (self, asked) {
        case (.json(let recorded), .json(let asked)):
            guard let found = recorded.difference(from: asked) else { return [] }
            let place = found.path.isEmpty ? "body" : "body at \(found.path)"
            return [Difference(weight: 2, place, described: found.recorded, found.asked)]
        case (.form(let recorded), .form(let asked)):
            return PairComparison.differences(in: "form item", recorded, asked)
        case (.bytes(let recorded), .bytes(let asked)):
            return Self.differences(recorded, asked)
        default:
            return [Difference(weight: 2, "body", described: kind, asked.kind)]
        }
    }

    private static func differences(_ recorded: [UInt8], _ asked: [UInt8]) -> [Difference] {
        guard recorded != asked else { return [] }
        if let recorded = String(validating: recorded, as: UTF8.self),
            let asked = String(validating: asked, as: UTF8.self), RedactedText.fits(recorded, asked)
        {
            return []
        }
        let shared = zip(recorded, asked).prefix { $0 == $1 }.count
        return [
            Difference(
                weight: 2, "body", described: "\(recorded.count) bytes",
                "\(asked.count) that differ from byte \(shared) on")
        ]
    }

    private var kind: String {
        switch self {
        case .json: "JSON"
        case .form: "a form"
        case .bytes(let bytes): "\(bytes.count) bytes of another kind"
        }
    }
}

internal import RillSystem

/// Element text that is percent-encoded if it contains characters that are not allowed in XML: `<Name Encoded="true">`.
struct ElementText: Sendable, Hashable, Decodable {
    let text: String

    private enum CodingKeys: String, CodingKey {
        case text = ""
        case isEncoded = "@Encoded"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .text)
        let isEncoded = try values.decodeIfPresent(Bool.self, forKey: .isEncoded) ?? false
        guard let decoded = isEncoded ? text.percentDecoded : text else {
            throw DecodingError.dataCorruptedError(
                forKey: .text, in: values, debugDescription: "the percent-encoding is invalid")
        }
        self.text = decoded
    }
}

/// The texts of child elements, keyed by element name.
///
/// Child elements that contain elements are ignored.
struct ElementTexts: Sendable, Hashable, Decodable {
    var values: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for key in container.allKeys where !key.stringValue.hasPrefix("@") {
            if let text = try? container.decode(String.self, forKey: key) { values[key.stringValue] = text }
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes texts, which are empty if the element is missing, for synthesized initializers.
    func decode(_ type: ElementTexts.Type, forKey key: Key) throws -> ElementTexts {
        try decodeIfPresent(type, forKey: key) ?? ElementTexts()
    }
}

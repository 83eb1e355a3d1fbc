internal import Foundation
internal import RillHTTP
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
        self.text = isEncoded ? text.removingPercentEncoding ?? text : text
    }
}

/// The texts of child elements, keyed by element name.
///
/// Child elements that contain elements are ignored.
struct ElementTexts: Sendable, Hashable, Decodable {
    var values: [String: String] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for key in container.allKeys where !key.stringValue.hasPrefix("@") {
            if let text = try? container.decode(String.self, forKey: key) { values[key.stringValue] = text }
        }
    }
}

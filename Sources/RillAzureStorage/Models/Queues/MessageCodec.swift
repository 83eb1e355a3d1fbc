internal import Foundation

/// The encoding of message texts.
///
/// Senders and receivers of a queue must use the same encoding.
///
/// The service accepts any text that is allowed in XML and does not interpret it.
public enum MessageCodec: Sendable, Hashable {
    /// Base64-encoded UTF-8, which supports any text and is used by many other clients.
    ///
    /// Received text that is not Base64-encoded UTF-8 is returned unchanged.
    case base64

    /// Unencoded text, which is shorter and readable without decoding, but cannot contain control characters.
    case plain

    /// Encodes a text.
    func raw(_ text: String) -> String {
        switch self {
        case .base64: Data(text.utf8).base64EncodedString()
        case .plain: text
        }
    }

    /// Decodes a received text.
    func text(_ raw: String) -> String {
        switch self {
        case .base64: Self.data(raw).flatMap { String(validating: $0, as: UTF8.self) } ?? raw
        case .plain: raw
        }
    }

    /// Decodes Base64, with or without line breaks.
    ///
    /// Returns `nil` if the text is not Base64.
    static func data(_ raw: String) -> Data? {
        let text = raw.filter { !$0.isWhitespace }
        // Whitespace without Base64 is a text of its own. Foundation also decodes some invalid texts, such as `====`.
        guard let data = Data(base64Encoded: text), data.isEmpty == raw.isEmpty, data.base64EncodedString() == text
        else { return nil }
        return data
    }

    /// The maximum length of an encoded text in bytes, before XML escaping.
    static let limit = 65_536
}

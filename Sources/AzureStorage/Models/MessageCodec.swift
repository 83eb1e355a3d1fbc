internal import Foundation
internal import RillHTTP

/// How the texts of messages are written: both ends of a queue have to agree on it.
///
/// The service takes any text that is legal in XML, and does not look at it.
public enum MessageCodec: Sendable, Hashable {
    /// Base64 of UTF-8: for all texts, and what many other clients write.
    ///
    /// What is read and is no Base64, or no UTF-8 in it, is taken as it came.
    case base64

    /// The text itself: shorter, and legible for others; control characters cannot be sent.
    case plain

    /// The text as it is sent.
    func raw(_ text: String) -> String {
        switch self {
        case .base64: Data(text.utf8).base64EncodedString()
        case .plain: text
        }
    }

    /// The text of what has come.
    func text(_ raw: String) -> String {
        switch self {
        case .base64: Self.data(raw).flatMap { String(validating: $0, as: UTF8.self) } ?? raw
        case .plain: raw
        }
    }

    /// The bytes of Base64, with line breaks or without; nil if it is none.
    static func data(_ raw: String) -> Data? {
        Data(base64Encoded: raw.filter { !$0.isWhitespace })
    }

    /// How many bytes a text may have as it is sent, before its escapes in XML.
    static let limit = 65_536
}

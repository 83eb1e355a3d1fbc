internal import Foundation

/// The Base64 encoding whose characters need no percent-encoding in URLs, without padding.
///
/// - SeeAlso: RFC 4648, 5
public enum Base64URL {
    /// Returns the encoded bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

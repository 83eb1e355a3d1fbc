internal import Foundation

/// The Base64 encoding whose characters need no percent-encoding in URLs, without padding.
///
/// - SeeAlso: RFC 4648, 5
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

internal import RillSystem

/// A content coding that the client decodes.
///
/// - SeeAlso: RFC 9110, 8.4.1.
package enum ContentCoding: String {
    case gzip
    case deflate

    /// The value of `Accept-Encoding` for requests without this field.
    package static let accepted = (try? SystemZLib.library.get()) != nil ? "gzip, deflate" : "identity"

    /// - Parameter name: The name in `Content-Encoding`, in lowercase.
    package init?(name: String) {
        // RFC 9110, 8.4.1.3: the old name is equivalent.
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }
}

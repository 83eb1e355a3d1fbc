/// An entity tag, which identifies a version of a container or blob.
///
/// Equal tags mean equal content and properties.
public struct ETag: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The tag in the form of header fields, with quotes: `"0x8DC0"`.
    public let rawValue: String

    /// Creates a tag.
    ///
    /// - Parameter rawValue: The tag, with quotes, or without quotes as in lists of blobs.
    public init(rawValue: String) {
        let isQuoted = rawValue.hasSuffix("\"") && rawValue.utf8.count > 1 || rawValue == "*"
        self.rawValue = isQuoted ? rawValue : "\"\(rawValue)\""
    }

    /// The wildcard `*` for conditions, which matches any version.
    public static let any = ETag(rawValue: "*")

    /// The tag, with quotes.
    public var description: String { rawValue }
}

extension ETag: Decodable {
    /// Decodes a tag.
    ///
    /// - Parameter decoder: A decoder of the text.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }
}

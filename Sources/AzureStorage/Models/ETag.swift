/// A name for one state of a container or a blob: two that are equal name the same content and properties.
public struct ETag: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The tag as fields have it, in quotes: `"0x8DC0"`.
    public let rawValue: String

    /// Creates a tag.
    ///
    /// - Parameter rawValue: The tag, in quotes or, as lists of blobs have it, without.
    public init(rawValue: String) {
        let isQuoted = rawValue.hasSuffix("\"") && rawValue.utf8.count > 1 || rawValue == "*"
        self.rawValue = isQuoted ? rawValue : "\"\(rawValue)\""
    }

    /// Any state, in conditions.
    public static let any = ETag(rawValue: "*")

    /// The tag, in quotes.
    public var description: String { rawValue }
}

extension ETag: Decodable {
    /// Reads a tag.
    ///
    /// - Parameter decoder: Holds the text.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }
}

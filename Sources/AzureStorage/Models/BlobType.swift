/// What kind of blob it is, as an open set.
public struct BlobType: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The value as the service writes it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value as the service writes it.
    public var description: String { rawValue }

    /// Made of blocks: what is uploaded in one go, and all that this package writes.
    public static let block = BlobType(rawValue: "BlockBlob")

    /// Grows at its end.
    public static let append = BlobType(rawValue: "AppendBlob")

    /// Written in places: a disk.
    public static let page = BlobType(rawValue: "PageBlob")
}

/// The type of a blob, which can be a type that has no static member.
public struct BlobType: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The raw value used by the service.
    public var description: String { rawValue }

    /// A block blob, which is uploaded as a whole or in blocks.
    public static let block = BlobType(rawValue: "BlockBlob")

    /// An append blob, optimized for append operations.
    public static let append = BlobType(rawValue: "AppendBlob")

    /// A page blob, optimized for random writes, for example for disks.
    public static let page = BlobType(rawValue: "PageBlob")
}

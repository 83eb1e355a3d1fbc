/// How far an upload is.
public struct UploadProgress: Sendable, Hashable {
    /// How many bytes the service has.
    public let completed: Int

    /// How many there are in all; nil where nobody has said so.
    public let total: Int?

    /// The state of the blob that was made; of the last progress alone.
    public let version: BlobVersion?

    /// The part of the content that the service has, 0 to 1; nil where the total is not known.
    public var fraction: Double? {
        if version != nil { return 1 }
        return total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 0 }
    }
}

/// The progress of an upload.
public struct UploadProgress: Sendable, Hashable {
    /// The number of uploaded bytes.
    public let completed: Int

    /// The total number of bytes, or `nil` if unknown.
    public let total: Int?

    /// The version of the uploaded blob.
    ///
    /// Set only on the last element.
    public let version: BlobVersion?

    /// The completed fraction of the upload, 0 to 1, or `nil` if the total is unknown.
    public var fraction: Double? {
        if version != nil { return 1 }
        return total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 0 }
    }
}

/// The additional data included in a list of blobs.
public struct BlobListInclusion: OptionSet, Sendable, Hashable {
    /// The bit mask of the inclusions.
    public let rawValue: Int

    /// Creates a set of inclusions.
    ///
    /// - Parameter rawValue: The bit mask of the inclusions.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The metadata of each blob.
    public static let metadata = BlobListInclusion(rawValue: 1)

    /// Blobs with uploaded but uncommitted blocks, and without a block list.
    public static let uncommitted = BlobListInclusion(rawValue: 2)

    /// The status of copy operations.
    public static let copies = BlobListInclusion(rawValue: 4)

    /// Snapshots.
    ///
    /// On Azure, snapshots precede their base blobs.
    public static let snapshots = BlobListInclusion(rawValue: 8)

    /// The value of the `include` query parameter, or `nil` if the set is empty.
    var queryValue: String? {
        let all: [(BlobListInclusion, String)] = [
            (.snapshots, "snapshots"), (.metadata, "metadata"), (.uncommitted, "uncommittedblobs"), (.copies, "copy"),
        ]
        let values = all.filter { contains($0.0) }.map(\.1)
        return values.isEmpty ? nil : values.joined(separator: ",")
    }
}

/// The handling of snapshots when a blob is deleted.
public enum SnapshotDeletion: String, Sendable, Hashable {
    /// Deletes the blob and its snapshots.
    case include

    /// Deletes the snapshots but not the blob.
    case only
}

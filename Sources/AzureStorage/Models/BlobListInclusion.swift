/// What a list of blobs brings along.
public struct BlobListInclusion: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: Int

    /// Creates a set.
    ///
    /// - Parameter rawValue: One bit for each.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The metadata of each blob.
    public static let metadata = BlobListInclusion(rawValue: 1)

    /// Blobs that consist of blocks that nobody has made a blob of yet.
    public static let uncommitted = BlobListInclusion(rawValue: 2)

    /// How far copies are.
    public static let copies = BlobListInclusion(rawValue: 4)

    /// Snapshots; on Azure, before the blobs that they were taken of.
    public static let snapshots = BlobListInclusion(rawValue: 8)

    /// The words of the query; nil for none.
    var words: String? {
        let all: [(BlobListInclusion, String)] = [
            (.snapshots, "snapshots"), (.metadata, "metadata"), (.uncommitted, "uncommittedblobs"), (.copies, "copy"),
        ]
        let words = all.filter { contains($0.0) }.map(\.1)
        return words.isEmpty ? nil : words.joined(separator: ",")
    }
}

/// What becomes of a blob's snapshots when it is deleted.
public enum SnapshotDeletion: String, Sendable, Hashable {
    /// They are deleted with it.
    case include

    /// They alone are deleted, and the blob stays.
    case only
}

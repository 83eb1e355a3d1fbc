internal import Foundation

/// A container with its blobs.
struct AzureContainer: AzureResource, Sendable {
    static let kind = AzureLease.Resource.container

    var access: AzurePublicAccess?
    var metadata: AzureMetadata
    var identifiers = AzureIdentifiers()
    var modified: Date
    var eTag: String
    var lease = AzureLease()

    private(set) var blobs: [AzureBlobName: AzureBlob] = [:]

    /// The uncommitted blocks by their IDs, numbered in the order in which these were first uploaded.
    private(set) var uncommitted: [AzureBlobName: [String: (number: Int, block: AzureContent.Block)]] = [:]

    // MARK: Blobs

    /// The blob with a name.
    ///
    /// Creating, replacing, or removing it discards its uncommitted blocks.
    subscript(name: AzureBlobName) -> AzureBlob? {
        get { blobs[name] }
        set {
            blobs[name] = newValue
            uncommitted[name] = nil
        }
    }

    /// Modifies a blob in place.
    mutating func update<Result>(_ name: AzureBlobName, _ change: (inout AzureBlob) throws -> Result) throws -> Result {
        guard let index = blobs.index(forKey: name) else { throw AzureError("BlobNotFound") }
        return try change(&blobs.values[index])
    }

    /// Returns the sorted names of all blobs from a name on, including those with only uncommitted blocks.
    func names(from first: AzureBlobName) -> [AzureBlobName] {
        Set(blobs.keys).union(uncommitted.keys).filter { first <= $0 }.sorted()
    }

    // MARK: Blocks

    /// Returns the uncommitted blocks of a blob.
    func uncommittedBlocks(_ name: AzureBlobName) -> [AzureContent.Block] {
        (uncommitted[name] ?? [:]).values.sorted { $0.number < $1.number }.map(\.block)
    }

    /// Adds an uncommitted block, replacing a block with the same ID.
    mutating func addBlock(_ block: AzureContent.Block, _ name: AzureBlobName) throws {
        // All block IDs of a blob must have the same length.
        if let id = uncommitted[name]?.first?.key, id.utf8.count != block.id.utf8.count {
            throw AzureError("InvalidBlobOrBlock")
        }
        let number = uncommitted[name]?[block.id]?.number ?? uncommitted[name]?.count ?? 0
        uncommitted[name, default: [:]][block.id] = (number, block)
    }
}

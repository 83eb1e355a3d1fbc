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

    private var blobs: [AzureBlobName: AzureBlob] = [:]

    /// The uncommitted blocks, in the order in which their IDs were first uploaded.
    private var uncommitted: [AzureBlobName: [AzureContent.Block]] = [:]
    private var blockIndices: [AzureBlobName: [String: Int]] = [:]

    init(access: AzurePublicAccess?, metadata: AzureMetadata, modified: Date, eTag: String) {
        self.access = access
        self.metadata = metadata
        self.modified = modified
        self.eTag = eTag
    }

    // MARK: Blobs

    subscript(name: AzureBlobName) -> AzureBlob? { blobs[name] }

    /// Creates or replaces a blob, and discards its uncommitted blocks.
    mutating func put(_ blob: AzureBlob, _ name: AzureBlobName) {
        blobs[name] = blob
        uncommitted[name] = nil
        blockIndices[name] = nil
    }

    /// Modifies a blob in place.
    mutating func update<Result>(_ name: AzureBlobName, _ change: (inout AzureBlob) throws -> Result) throws -> Result {
        guard let index = blobs.index(forKey: name) else { throw AzureError("BlobNotFound") }
        return try change(&blobs.values[index])
    }

    /// Removes a blob and its uncommitted blocks.
    mutating func remove(_ name: AzureBlobName) {
        blobs[name] = nil
        uncommitted[name] = nil
        blockIndices[name] = nil
    }

    /// Returns the sorted names of all blobs from a name on, including those with only uncommitted blocks.
    func names(from first: AzureBlobName) -> [AzureBlobName] {
        Set(blobs.keys).union(uncommitted.keys).filter { first <= $0 }.sorted()
    }

    // MARK: Blocks

    /// Returns the uncommitted blocks of a blob.
    func uncommittedBlocks(_ name: AzureBlobName) -> [AzureContent.Block] { uncommitted[name] ?? [] }

    /// Whether a blob exists or has uncommitted blocks.
    func hasBlobOrBlocks(_ name: AzureBlobName) -> Bool { blobs[name] != nil || uncommitted[name] != nil }

    /// Adds an uncommitted block, replacing a block with the same ID.
    mutating func addBlock(_ block: AzureContent.Block, _ name: AzureBlobName) throws {
        // All block IDs of a blob must have the same length.
        if let first = uncommitted[name]?.first, first.id.utf8.count != block.id.utf8.count {
            throw AzureError("InvalidBlobOrBlock")
        }
        if let index = blockIndices[name]?[block.id] {
            uncommitted[name]?[index] = block
        } else {
            blockIndices[name, default: [:]][block.id] = uncommitted[name]?.count ?? 0
            uncommitted[name, default: []].append(block)
        }
    }
}

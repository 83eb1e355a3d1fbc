internal import Foundation

/// A container with its blobs.
struct AzureContainer: Sendable {
    let name: String
    var access: AzurePublicAccess?
    var metadata: AzureMetadata
    var identifiers = AzureIdentifiers()
    var modified: Date
    var eTag: String

    /// The names of all blobs in their order, those of which there are only blocks included.
    private(set) var names: [AzureBlobName] = []
    private var blobs: [AzureBlobName: AzureBlob] = [:]

    /// Blocks that are in no blob yet, in the order in which their ids came.
    private var drafts: [AzureBlobName: [AzureContent.Block]] = [:]
    private var places: [AzureBlobName: [String: Int]] = [:]

    init(name: String, access: AzurePublicAccess?, metadata: AzureMetadata, modified: Date, eTag: String) {
        self.name = name
        self.access = access
        self.metadata = metadata
        self.modified = modified
        self.eTag = eTag
    }

    // MARK: Blobs

    subscript(name: AzureBlobName) -> AzureBlob? { blobs[name] }

    /// Puts a blob, in the place of what there was, blocks included.
    mutating func put(_ blob: AzureBlob, _ name: AzureBlobName) {
        remember(name)
        blobs[name] = blob
        drafts[name] = nil
        places[name] = nil
    }

    /// Changes a blob in its place; does nothing if there is none.
    mutating func update(_ name: AzureBlobName, _ change: (inout AzureBlob) -> Void) {
        guard let index = blobs.index(forKey: name) else { return }
        change(&blobs.values[index])
    }

    /// Takes a blob away, with all its blocks.
    mutating func remove(_ name: AzureBlobName) {
        blobs[name] = nil
        drafts[name] = nil
        places[name] = nil
        let place = place(of: name)
        if place < names.count, names[place] == name { names.remove(at: place) }
    }

    // MARK: Blocks

    /// The blocks of a name that are in no blob yet.
    func draft(_ name: AzureBlobName) -> [AzureContent.Block] { drafts[name] ?? [] }

    /// Whether there is a blob of that name, or at least a block.
    func knows(_ name: AzureBlobName) -> Bool { blobs[name] != nil || drafts[name] != nil }

    /// Keeps a block, in the place of one with the same id.
    mutating func keep(_ block: AzureContent.Block, _ name: AzureBlobName) throws(AzureRefusal) {
        // All ids of a blob have one length.
        if let first = drafts[name]?.first, first.id.utf8.count != block.id.utf8.count { throw .invalidBlock }
        remember(name)
        if let place = places[name]?[block.id] {
            drafts[name]?[place] = block
        } else {
            places[name, default: [:]][block.id] = drafts[name]?.count ?? 0
            drafts[name, default: []].append(block)
        }
    }

    // MARK: Order

    /// The place of the first name that is not less than another.
    func place(of name: AzureBlobName) -> Int {
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func remember(_ name: AzureBlobName) {
        let place = place(of: name)
        if place == names.count || names[place] != name { names.insert(name, at: place) }
    }
}

internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// Uploads, commits, and lists blocks.
struct AzureBlockEndpoints: Sendable {
    let store: AzureBlobStore

    private static let maximumIDSize = 64
    private static let maximumBlocks = 50_000

    func put(_ request: AzureRequest, _ location: AzureBlobLocation) throws(AzureError) -> AzureAction {
        let id = try request.required("blockid")
        // Microsoft's clients send the metadata of the blob with each block, too; only the commit sets them.
        let fields: [AzureFields] = [.lease, .checksums, .metadata]
        return AzureAction(.object, "cw", items: ["comp", "blockid"], fields: fields) { _ throws(AzureError) in
            guard let bytes = Data(base64Encoded: id), !bytes.isEmpty, bytes.count <= Self.maximumIDSize else {
                throw .invalidParameter("blockid", id)
            }
            guard !request.request.body.isEmpty else { throw .invalidHeader("Content-Length", "0") }
            try location.name.check()
            // The CRC-64 is returned unless the request contains an MD5.
            let checksum = try AzureChecksum(of: request, returnsCRC64: request.header("Content-MD5") == nil)
            let block = AzureContent.Block(id: id, bytes: request.request.body)
            let leaseID = try request.leaseID
            try store.change(location.container) { container throws(AzureError) in
                let existing = container[location.name]
                guard existing?.type ?? .block == .block else { throw .invalidBlobType }
                let lease = existing?.lease ?? AzureLease()
                try lease.checkChange(leaseID, of: .blob, now: request.now)
                try container.addBlock(block, location.name)
            }
            var fields = checksum.fields
            fields.set("x-ms-request-server-encrypted", "true")
            return .status(.created, fields: fields)
        }
    }

    func commit(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [.conditions, .lease, .metadata, .contentHeaders, "content-md5"]
        return AzureAction(.object, "cw", items: ["comp"], fields: fields) { caller throws(AzureError) in
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: false)
            guard let list = AzureElement.read(request.request.body, root: "BlockList") else { throw .invalidXML }
            guard list.children.count <= Self.maximumBlocks else { throw .blockListTooLong }
            let headers = try AzureBlobHeaders(request, usesStandardFields: false)
            let metadata = try AzureMetadata(request)
            let conditions = try AzureConditions(request)
            let eTag = store.makeTag()
            let leaseID = try request.leaseID
            let blob = try store.change(location.container) { container throws(AzureError) in
                let existing = container[location.name]
                guard existing?.type ?? .block == .block else { throw .invalidBlobType }
                var lease = existing?.lease ?? AzureLease()
                try lease.checkChange(leaseID, of: .blob, now: request.now)
                lease.forgetIfEnded(at: request.now)
                try conditions.checkReplacement(of: existing.map { ($0.eTag, $0.modified) })
                if existing != nil, !caller.canReplace { throw .permissionMismatch }
                let blocks = try Self.blocks(
                    list, committed: existing?.content.blocks ?? [],
                    uncommitted: container.uncommittedBlocks(location.name))
                let blob = AzureBlob(
                    content: AzureContent(blocks: blocks), headers: headers, metadata: metadata,
                    created: existing?.created ?? request.now, modified: request.now, eTag: eTag, lease: lease)
                container.put(blob, location.name)
                return blob
            }
            return AzureBlobWriting.created(blob, md5: md5)
        }
    }

    func list(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "r", publicAccess: .blob, items: ["comp", "blocklisttype"], fields: [.lease]
        ) { _ throws(AzureError) in
            let type = request.parameter("blocklisttype") ?? "committed"
            guard ["all", "committed", "uncommitted"].contains(type) else {
                throw .invalidParameter("blocklisttype", type)
            }
            let container = try store.container(location.container)
            guard container.hasBlobOrBlocks(location.name) else { throw .blobNotFound }
            let blob = container[location.name]
            guard blob?.type ?? .block == .block else { throw .invalidBlobType }
            try (blob?.lease ?? AzureLease()).checkRead(try request.leaseID, of: .blob, now: request.now)
            var children: [AzureElement] = []
            if type != "uncommitted" {
                children.append(Self.element("CommittedBlocks", blob?.content.blocks ?? []))
            }
            if type != "committed" {
                children.append(Self.element("UncommittedBlocks", container.uncommittedBlocks(location.name)))
            }
            var fields = blob.map { HTTPFields.state(eTag: $0.eTag, modified: $0.modified) } ?? [:]
            fields.set("x-ms-blob-content-length", "\(blob?.content.count ?? 0)")
            return .xml(AzureElement("BlockList", children), fields: fields)
        }
    }

    // MARK: Lists

    private static func element(_ name: String, _ blocks: [AzureContent.Block]) -> AzureElement {
        AzureElement(
            name,
            blocks.map {
                AzureElement("Block", [AzureElement("Name", $0.id), AzureElement("Size", "\($0.bytes.count)")])
            })
    }

    /// Returns the blocks of a block list.
    private static func blocks(
        _ list: AzureElement, committed: [AzureContent.Block], uncommitted: [AzureContent.Block]
    ) throws(AzureError) -> [AzureContent.Block] {
        let committed = Dictionary(committed.map { ($0.id, $0) }) { first, _ in first }
        let uncommitted = Dictionary(uncommitted.map { ($0.id, $0) }) { first, _ in first }
        return try list.children.map { entry throws(AzureError) in
            let block: AzureContent.Block?
            switch entry.name {
            case "Latest": block = uncommitted[entry.text] ?? committed[entry.text]
            case "Uncommitted": block = uncommitted[entry.text]
            case "Committed": block = committed[entry.text]
            default: throw .invalidXML
            }
            guard let block else { throw .invalidBlockList }
            return block
        }
    }
}

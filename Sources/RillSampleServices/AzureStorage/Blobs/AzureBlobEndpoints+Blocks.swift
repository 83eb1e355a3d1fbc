internal import Foundation
internal import RillHTTPTesting

/// The blocks of block blobs and append blobs.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/append-block>, read 2026-11-23.
extension AzureBlobEndpoints {
    private static let maximumIDSize = 64
    private static let maximumBlocks = 50_000

    func putBlock(_ request: AzureRequest, _ location: AzureBlobLocation) throws -> AzureAction {
        let id = try request.required("blockid")
        // Microsoft's clients send the metadata of the blob with each block, too; only the commit sets them.
        let fields: [AzureFields] = [.lease, .checksums, .metadata]
        return AzureAction(.object, "cw", items: ["comp", "blockid"], fields: fields) { _ in
            guard let bytes = Data(base64Encoded: id), !bytes.isEmpty, bytes.count <= Self.maximumIDSize else {
                throw AzureError.invalidParameter("blockid", id)
            }
            guard request.hasBody else { throw AzureError.invalidHeader("Content-Length", "0") }
            try location.name.check()
            // The CRC-64 is returned unless the request contains an MD5.
            var fields = try AzureChecksum.fields(of: request, returnsCRC64: request.header("Content-MD5") == nil)
            let leaseID = try request.leaseID
            try store.change(location.container) { container in
                let existing = container[location.name]
                guard existing?.type ?? .block == .block else { throw AzureError("InvalidBlobType") }
                try (existing?.lease ?? AzureLease()).checkChange(leaseID, of: .blob, now: request.now)
                try container.addBlock(AzureContent.Block(id: id, bytes: request.request.body), location.name)
            }
            fields.set("x-ms-request-server-encrypted", "true")
            return .status(.created, fields: fields)
        }
    }

    func commitBlocks(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [.conditions, .lease, .metadata, .contentHeaders, "content-md5"]
        return AzureAction(.object, "cw", items: ["comp"], fields: fields) { caller in
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: false)
            let list = try request.document("BlockList")
            guard list.children.count <= Self.maximumBlocks else { throw AzureError("BlockListTooLong") }
            let headers = try AzureBlobHeaders(request, usesStandardFields: false)
            let metadata = try AzureMetadata(request)
            let eTag = store.makeTag()
            let blob = try store.replace(location, request, caller, .block) { container in
                let blocks = try Self.blocks(
                    list, committed: container[location.name]?.content.blocks ?? [],
                    uncommitted: container.uncommittedBlocks(location.name))
                return AzureBlob(
                    content: AzureContent(blocks: blocks), headers: headers, metadata: metadata, created: request.now,
                    modified: request.now, eTag: eTag)
            }
            return .created(blob, HTTPFields(omittingEmpty: ["Content-MD5": md5]))
        }
    }

    /// Returns the blocks of a block list.
    private static func blocks(
        _ list: AzureElement, committed: [AzureContent.Block], uncommitted: [AzureContent.Block]
    ) throws -> [AzureContent.Block] {
        let committed = Dictionary(committed.map { ($0.id, $0) }) { first, _ in first }
        let uncommitted = Dictionary(uncommitted.map { ($0.id, $0) }) { first, _ in first }
        return try list.children.map { entry in
            let block =
                switch entry.name {
                case "Latest": uncommitted[entry.text] ?? committed[entry.text]
                case "Uncommitted": uncommitted[entry.text]
                case "Committed": committed[entry.text]
                default: throw AzureError("InvalidXmlDocument")
                }
            guard let block else { throw AzureError("InvalidBlockList") }
            return block
        }
    }

    func listBlocks(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "r", publicAccess: .blob, items: ["comp", "blocklisttype"], fields: [.lease]) { _ in
            let type = request.parameter("blocklisttype") ?? "committed"
            guard ["all", "committed", "uncommitted"].contains(type) else {
                throw AzureError.invalidParameter("blocklisttype", type)
            }
            let container = try store.change(location.container) { $0 }
            let blob = container[location.name]
            let uncommitted = container.uncommittedBlocks(location.name)
            guard blob != nil || !uncommitted.isEmpty else { throw AzureError("BlobNotFound") }
            guard blob?.type ?? .block == .block else { throw AzureError("InvalidBlobType") }
            try (blob?.lease ?? AzureLease()).checkRead(try request.leaseID, of: .blob, now: request.now)
            let lists = [("committed", blob?.content.blocks ?? []), ("uncommitted", uncommitted)]
            let children = lists.filter { type == "all" || type == $0.0 }.map { name, blocks in
                AzureElement(
                    "\(name.capitalized)Blocks",
                    blocks.map { AzureElement("Block", [("Name", $0.id), ("Size", "\($0.bytes.count)")]) })
            }
            let size: HTTPFields = ["x-ms-blob-content-length": "\(blob?.content.count ?? 0)"]
            return .xml(AzureElement("BlockList", children), fields: (blob?.versionFields ?? [:]) + size)
        }
    }

    // MARK: Append blobs

    func append(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [
            .conditions, .lease, .checksums, "x-ms-blob-condition-appendpos", "x-ms-blob-condition-maxsize",
        ]
        return AzureAction(.object, "aw", items: ["comp"], fields: fields) { _ in
            let bytes = request.request.body
            guard !bytes.isEmpty else { throw AzureError.invalidHeader("Content-Length", "0") }
            let limit = request.version >= "2022-11-02" ? 100 << 20 : 4 << 20
            guard bytes.count <= limit else { throw AzureError.bodyTooLarge(maximum: limit) }
            var fields = try AzureChecksum.fields(of: request, returnsCRC64: true)
            let position = try request.headerNumber("x-ms-blob-condition-appendpos", in: 0...Int.max)
            let maximum = try request.headerNumber("x-ms-blob-condition-maxsize", in: 0...Int.max)
            let blob = try store.write(location, request, .append) { blob in
                let size = blob.content.count
                if let position, position != size { throw AzureError("AppendPositionConditionNotMet") }
                if let maximum, size + bytes.count > maximum { throw AzureError("MaxBlobSizeConditionNotMet") }
                guard blob.content.blocks.count < Self.maximumBlocks else { throw AzureError("BlockCountExceedsLimit") }
                blob.content.append(AzureContent.Block(id: "", bytes: bytes))
                fields.set("x-ms-blob-append-offset", "\(size)")
                fields.set("x-ms-blob-committed-block-count", "\(blob.content.blocks.count)")
            }
            return .created(blob, fields)
        }
    }
}

internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The answers to who puts a blob block by block.
struct AzureBlockEndpoints: Sendable {
    let store: AzureBlobStore

    private static let maximumIDSize = 64
    private static let maximumBlocks = 50_000

    func put(_ request: AzureRequest, _ place: AzureBlobPlace) throws(AzureRefusal) -> AzureAction {
        let id = try request.required("blockid")
        return AzureAction(.object, "cw") { _ throws(AzureRefusal) in
            guard let bytes = Data(base64Encoded: id), !bytes.isEmpty, bytes.count <= Self.maximumIDSize else {
                throw .invalidParameter("blockid", id)
            }
            guard !request.request.body.isEmpty else { throw .invalidHeader("Content-Length", "0") }
            try place.name.check()
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: false)
            let block = AzureContent.Block(id: id, bytes: request.request.body)
            try store.change(place.container) { container throws(AzureRefusal) in
                try container.keep(block, place.name)
            }
            var fields = HTTPFields()
            fields.set("Content-MD5", md5)
            fields.set("x-ms-request-server-encrypted", "true")
            return .status(.created, fields: fields)
        }
    }

    func commit(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "cw") { caller throws(AzureRefusal) in
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: false)
            guard let list = AzureElement.read(request.request.body, root: "BlockList") else { throw .invalidXML }
            guard list.children.count <= Self.maximumBlocks else { throw .blockListTooLong }
            let headers = try AzureBlobHeaders(request, usesOwnFields: false)
            let metadata = try AzureMetadata(request)
            let conditions = try AzureConditions(request)
            let eTag = store.makeTag()
            let blob = try store.change(place.container) { container throws(AzureRefusal) in
                let present = container[place.name]
                try conditions.checkReplacement(of: present.map { ($0.eTag, $0.modified) })
                if present != nil, !caller.mayReplace { throw .permissionMismatch }
                let blocks = try Self.blocks(
                    list, committed: present?.content.blocks ?? [], draft: container.draft(place.name))
                let blob = AzureBlob(
                    content: AzureContent(blocks: blocks), headers: headers, metadata: metadata,
                    created: present?.created ?? request.now, modified: request.now, eTag: eTag)
                container.put(blob, place.name)
                return blob
            }
            return AzureBlobWriting.created(blob, md5: md5)
        }
    }

    func list(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "r", publicAccess: .blob) { _ throws(AzureRefusal) in
            let type = request.parameter("blocklisttype") ?? "committed"
            guard ["all", "committed", "uncommitted"].contains(type) else {
                throw .invalidParameter("blocklisttype", type)
            }
            let container = try store.container(place.container)
            guard container.knows(place.name) else { throw .blobNotFound }
            let blob = container[place.name]
            var children: [AzureElement] = []
            if type != "uncommitted" {
                children.append(Self.element("CommittedBlocks", blob?.content.blocks ?? []))
            }
            if type != "committed" {
                children.append(Self.element("UncommittedBlocks", container.draft(place.name)))
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

    /// The blocks that a list names, each where it says.
    private static func blocks(
        _ list: AzureElement, committed: [AzureContent.Block], draft: [AzureContent.Block]
    ) throws(AzureRefusal) -> [AzureContent.Block] {
        let committed = Dictionary(committed.map { ($0.id, $0) }) { first, _ in first }
        let draft = Dictionary(draft.map { ($0.id, $0) }) { first, _ in first }
        return try list.children.map { entry throws(AzureRefusal) in
            let block: AzureContent.Block?
            switch entry.name {
            case "Latest": block = draft[entry.text] ?? committed[entry.text]
            case "Uncommitted": block = draft[entry.text]
            case "Committed": block = committed[entry.text]
            default: throw .invalidXML
            }
            guard let block else { throw .invalidBlockList }
            return block
        }
    }
}

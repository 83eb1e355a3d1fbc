internal import Foundation
internal import RillHTTP

/// A blob with its properties and metadata.
struct AzureBlob: AzureResource, Sendable {
    static let kind = AzureLease.Resource.blob

    /// The type of a blob.
    enum Kind: String, Sendable {
        case block = "BlockBlob"
        case append = "AppendBlob"
        case page = "PageBlob"
    }

    /// A completed copy operation.
    struct Copy: Sendable {
        let id: String
        let source: String
        let completed: Date
    }

    var type = Kind.block
    var content: AzureContent
    var headers: AzureBlobHeaders
    var metadata: AzureMetadata
    var created: Date
    var modified: Date
    var eTag: String
    var copy: Copy?
    var lease = AzureLease()

    // MARK: Fields

    /// Returns the header fields of a response to a read request.
    ///
    /// - Parameters:
    ///   - isHead: Whether the request is a `HEAD` request, whose response has additional fields.
    ///   - now: The current date.
    /// - Returns: The fields, without the body's length, range, and MD5.
    func fields(isHead: Bool, now: Date) -> HTTPFields {
        let hasTier = isHead && type == .block
        let own = HTTPFields(omittingEmpty: [
            "Content-Type": headers.type, "Content-Encoding": headers.encoding, "Content-Language": headers.language,
            "Content-Disposition": headers.disposition, "Cache-Control": headers.cacheControl, "Accept-Ranges": "bytes",
            "x-ms-creation-time": created.httpDate, "x-ms-blob-type": type.rawValue,
            "x-ms-blob-committed-block-count": type == .append ? "\(content.blocks.count)" : nil,
            "x-ms-blob-sequence-number": type == .page ? "0" : nil,
        ])
        let service = HTTPFields(omittingEmpty: [
            "x-ms-server-encrypted": "true", "x-ms-access-tier": hasTier ? "Hot" : nil,
            "x-ms-access-tier-inferred": hasTier ? "true" : nil, "x-ms-copy-id": copy?.id,
            "x-ms-copy-source": copy?.source, "x-ms-copy-status": copy.map { _ in "success" },
            "x-ms-copy-progress": copy.map { _ in "\(content.count)/\(content.count)" },
            "x-ms-copy-completion-time": copy?.completed.httpDate,
        ])
        return versionFields + own + lease.fields(at: now) + service + metadata.fields
    }

    // MARK: Lists

    /// Returns the element in a list of blobs.
    func element(_ name: AzureBlobName, included: Set<String>, now: Date) -> AzureElement {
        var properties = [
            ("Creation-Time", created.httpDate), ("Last-Modified", modified.httpDate), ("Etag", eTag),
            ("Content-Length", "\(content.count)"), ("Content-Type", headers.type),
            ("Content-Encoding", headers.encoding ?? ""), ("Content-Language", headers.language ?? ""),
            ("Content-CRC64", ""), ("Content-MD5", headers.md5 ?? ""), ("Cache-Control", headers.cacheControl ?? ""),
            ("Content-Disposition", headers.disposition ?? ""), ("BlobType", type.rawValue),
        ]
        if type == .block { properties += [("AccessTier", "Hot"), ("AccessTierInferred", "true")] }
        if type == .page { properties.append(("x-ms-blob-sequence-number", "0")) }
        properties += lease.elements(at: now)
        if let copy, included.contains("copy") {
            properties += [
                ("CopyId", copy.id), ("CopyStatus", "success"), ("CopySource", copy.source),
                ("CopyProgress", "\(content.count)/\(content.count)"),
                ("CopyCompletionTime", copy.completed.httpDate),
            ]
        }
        properties.append(("ServerEncrypted", "true"))
        var children = [name.element, AzureElement("Properties", properties)]
        if included.contains("metadata") { children.append(metadata.element) }
        return AzureElement("Blob", children)
    }
}

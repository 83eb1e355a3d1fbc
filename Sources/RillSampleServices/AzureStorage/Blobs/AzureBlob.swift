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
        var fields = versionFields
        fields.set("Content-Type", headers.type)
        fields.set("Content-Encoding", headers.encoding)
        fields.set("Content-Language", headers.language)
        fields.set("Content-Disposition", headers.disposition)
        fields.set("Cache-Control", headers.cacheControl)
        fields.set("Accept-Ranges", "bytes")
        fields.set("x-ms-creation-time", created.httpDate)
        fields.set("x-ms-blob-type", type.rawValue)
        switch type {
        case .block: break
        case .append: fields.set("x-ms-blob-committed-block-count", "\(content.blocks.count)")
        case .page: fields.set("x-ms-blob-sequence-number", "0")
        }
        fields += lease.fields(at: now)
        fields.set("x-ms-server-encrypted", "true")
        if isHead, type == .block {
            fields.set("x-ms-access-tier", "Hot")
            fields.set("x-ms-access-tier-inferred", "true")
        }
        if let copy {
            fields.set("x-ms-copy-id", copy.id)
            fields.set("x-ms-copy-source", copy.source)
            fields.set("x-ms-copy-status", "success")
            fields.set("x-ms-copy-progress", "\(content.count)/\(content.count)")
            fields.set("x-ms-copy-completion-time", copy.completed.httpDate)
        }
        return fields + metadata.fields
    }

    // MARK: Lists

    /// Returns the element in a list of blobs.
    func element(_ name: String, included: Set<String>, now: Date) -> AzureElement {
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
        var children = [AzureBlobName.element(name), AzureElement("Properties", properties)]
        if included.contains("metadata") { children.append(metadata.element) }
        return AzureElement("Blob", children)
    }
}

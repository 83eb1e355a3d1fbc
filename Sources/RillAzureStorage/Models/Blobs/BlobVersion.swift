public import Foundation
internal import RillHTTP

/// The version of a container or blob after a write operation.
public struct BlobVersion: Sendable, Hashable {
    /// The ETag, or `nil` if the response omits it.
    public let eTag: ETag?

    /// The date of the last change, or `nil` if the response omits it.
    public let lastModified: Date?

    /// The MD5 of the received content, 16 bytes, or `nil` if the request had no content, the response omits it, or the
    /// blob was committed from blocks.
    public let contentMD5: Data?

    init(_ head: HTTPResponse, ofBlocks: Bool = false) {
        let fields = head.headerFields
        eTag = fields[.eTag].map { ETag(rawValue: $0) }
        lastModified = fields[.lastModified].flatMap { Date(httpDate: $0) }
        // The response to Put Block List contains the MD5 of the list, not of the blob.
        contentMD5 = ofBlocks ? nil : fields[.contentMD5].flatMap { Data(base64Encoded: $0) }
    }
}

extension ResponseParser<BlobVersion> {
    static let version = fromHead { BlobVersion($0) }
    static let versionOfBlocks = fromHead { BlobVersion($0, ofBlocks: true) }
}

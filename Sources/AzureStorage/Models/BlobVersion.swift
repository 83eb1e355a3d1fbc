public import Foundation
internal import RillHTTP

/// What a write has made of a container or a blob.
public struct BlobVersion: Sendable, Hashable {
    /// Names the state that it is in now; nil if the answer did not say.
    public let eTag: ETag?

    /// When that was; nil if the answer did not say.
    public let lastModified: Date?

    /// The MD5 of the content that the service has got, 16 bytes; nil if there was none, the answer did not say, or the blob
    /// was made of blocks.
    public let contentMD5: Data?

    init(_ head: HTTPResponse, ofBlocks: Bool = false) {
        let fields = head.headerFields
        eTag = fields[.eTag].map { ETag(rawValue: $0) }
        lastModified = fields[.lastModified].flatMap { HTTPDate.parse($0) }
        // That of a list of blocks is none of the blob.
        contentMD5 = ofBlocks ? nil : fields[.contentMD5].flatMap { Data(base64Encoded: $0) }
    }
}

extension ResponseParser<BlobVersion> {
    static let version = ResponseParser { head, _, _ in BlobVersion(head) }
    static let versionOfBlocks = ResponseParser { head, _, _ in BlobVersion(head, ofBlocks: true) }
}

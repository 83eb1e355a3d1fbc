public import Foundation
internal import RillHTTP

/// What a write has made of a container or a blob.
public struct BlobVersion: Sendable, Hashable {
    /// Names the state that it is in now; nil if the answer did not say.
    public let eTag: ETag?

    /// When that was; nil if the answer did not say.
    public let lastModified: Date?

    /// The MD5 of the content that the service has got, 16 bytes; nil if there was none, or the answer did not say.
    public let contentMD5: Data?

    init(_ head: HTTPResponse) {
        let fields = head.headerFields
        eTag = fields[.eTag].map { ETag(rawValue: $0) }
        lastModified = fields[.lastModified].flatMap { HTTPDate.parse($0) }
        contentMD5 = fields[.contentMD5].flatMap { Data(base64Encoded: $0) }
    }
}

extension ResponseParser<BlobVersion> {
    static let version = ResponseParser { head, _, _ in BlobVersion(head) }
}

internal import RillHTTP

/// A copy that has begun.
public struct BlobCopy: Sendable, Hashable {
    /// Names the copy; nil if the answer did not say.
    public let id: String?

    /// How far it is; nil if the answer did not say.
    public let status: CopyStatus?

    /// The state of the blob that it makes.
    public let version: BlobVersion

    init(_ head: HTTPResponse) {
        id = head.headerFields[.copyID]
        status = head.headerFields[.copyStatus].map { CopyStatus(rawValue: $0) }
        version = BlobVersion(head)
    }
}

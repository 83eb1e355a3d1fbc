internal import RillHTTP

/// A copy operation.
public struct BlobCopy: Sendable, Hashable {
    /// The copy ID, or `nil` if the response omits it.
    public let id: String?

    /// The copy status, or `nil` if the response omits it.
    public let status: CopyStatus?

    /// The version of the destination blob.
    public let version: BlobVersion

    init(_ head: HTTPResponse) {
        id = head.headerFields[.copyID]
        status = head.headerFields[.copyStatus].map { CopyStatus(rawValue: $0) }
        version = BlobVersion(head)
    }
}

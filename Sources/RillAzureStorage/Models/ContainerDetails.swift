internal import RillHTTP

/// The properties and metadata of a container.
public struct ContainerDetails: Sendable, Hashable {
    /// The ETag and the date of the last change.
    public let version: BlobVersion

    /// The level of public access, or `nil` if the container is private.
    public let publicAccess: PublicAccess?

    /// The lease state, or `nil` if the response omits it.
    public let leaseState: LeaseState?

    /// The metadata of the container.
    ///
    /// Names have the case used in the response.
    public let metadata: [String: String]

    init(_ head: HTTPResponse) {
        version = BlobVersion(head)
        publicAccess = head.headerFields[.publicAccess].map { PublicAccess(rawValue: $0) }
        leaseState = head.headerFields[.leaseState].map { LeaseState(rawValue: $0) }
        metadata = Metadata.read(from: head.headerFields)
    }
}

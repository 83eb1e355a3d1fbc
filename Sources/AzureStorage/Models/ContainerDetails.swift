internal import RillHTTP

/// What there is to know of a container.
public struct ContainerDetails: Sendable, Hashable {
    /// Names the state that it is in, and when it came to be.
    public let version: BlobVersion

    /// What anyone may read of it; nil for nothing.
    public let publicAccess: PublicAccess?

    /// Whether somebody has a lease on it; nil if the answer did not say.
    public let leaseState: LeaseState?

    /// Names and values that somebody keeps beside it; names in the case in which they came.
    public let metadata: [String: String]
}

extension ResponseParser<ContainerDetails> {
    static let container = ResponseParser { head, _, _ in
        ContainerDetails(
            version: BlobVersion(head),
            publicAccess: head.headerFields[.publicAccess].map { PublicAccess(rawValue: $0) },
            leaseState: head.headerFields[.leaseState].map { LeaseState(rawValue: $0) },
            metadata: Metadata.read(from: head.headerFields))
    }
}

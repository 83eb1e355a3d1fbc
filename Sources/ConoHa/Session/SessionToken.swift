public import Foundation

/// The token of a session, whichever version of the API it came by.
public struct SessionToken: Sendable, Hashable, Identifiable {
    /// The token itself: what is sent as `X-Auth-Token`.
    public let id: Secret

    /// When it was issued, by the service's clock.
    public let issuedAt: Date

    /// Until when it is good, by the service's clock.
    public let expiresAt: Date

    /// The id of the user who has logged in.
    public let userID: User.ID

    /// The id of the project, or tenant, that it is for; nil if it is for none.
    public let projectID: Project.ID?

    /// The services, and where they are; empty if it is for nothing.
    public let catalog: Catalog

    init(_ access: Access) {
        id = access.token.id
        issuedAt = access.token.issuedAt
        expiresAt = access.token.expiresAt
        userID = access.user.id
        projectID = access.token.tenant?.id
        catalog = access.catalog
    }

    init(_ token: Token) {
        id = token.id
        issuedAt = token.issuedAt
        expiresAt = token.expiresAt
        userID = token.user.id
        projectID = token.project?.id
        catalog = token.catalog ?? Catalog()
    }

    /// For how long it is good from when it was issued.
    ///
    /// Both ends are of the service's clock, so that the machine's own may be wrong.
    var lifetime: Duration {
        .milliseconds(Int64(min(expiresAt.timeIntervalSince(issuedAt), 1e11) * 1_000))
    }
}

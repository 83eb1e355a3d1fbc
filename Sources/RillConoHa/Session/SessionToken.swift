public import Foundation

/// The token of a session, issued by either version of the API.
public struct SessionToken: Sendable, Hashable, Identifiable {
    /// The token, which is sent as `X-Auth-Token`.
    public let id: Secret

    /// The issue date, according to the service's clock.
    public let issuedAt: Date

    /// The expiration date, according to the service's clock.
    public let expiresAt: Date

    /// The ID of the authenticated user.
    public let userID: User.ID

    /// The name of the authenticated user.
    public let userName: String

    /// The ID of the project or tenant that the token is scoped to, or `nil` if it has none.
    public let projectID: Project.ID?

    /// The name of the project or tenant that the token is scoped to, or `nil` if it has none.
    public let projectName: String?

    /// The service catalog.
    ///
    /// Empty if the token is unscoped.
    public let catalog: Catalog

    init(_ access: Access) {
        id = access.token.id
        issuedAt = access.token.issuedAt
        expiresAt = access.token.expiresAt
        userID = access.user.id
        userName = access.user.username ?? access.user.name
        projectID = access.token.tenant?.id
        projectName = access.token.tenant?.name
        catalog = access.catalog
    }

    init(_ token: Token) {
        id = token.id
        issuedAt = token.issuedAt
        expiresAt = token.expiresAt
        userID = token.user.id
        userName = token.user.name
        projectID = token.project?.id
        projectName = token.project?.name
        catalog = token.catalog ?? Catalog()
    }

    /// The time from the issue date to the expiration date.
    ///
    /// Both dates come from the service's clock, so the lifetime does not depend on the local clock.
    var lifetime: Duration {
        .milliseconds(Int64(min(expiresAt.timeIntervalSince(issuedAt), 1e11) * 1_000))
    }
}

import RillConoHa
import Foundation

/// A version in JSON, with the service's keys.
struct VersionRecord: Encodable {
    let id: String
    let status: String
    let updated: Date

    init(_ version: IdentityVersion) {
        id = version.id
        status = version.status.rawValue
        updated = version.updated
    }
}

/// What a token is good for, in JSON; the token itself is left out.
struct TokenRecord: Encodable {
    let userID: String
    let projectID: String?
    let issuedAt: Date
    let expiresAt: Date
    let services: Int

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case projectID = "project_id"
        case issuedAt = "issued_at"
        case expiresAt = "expires_at"
        case services
    }

    init(_ token: SessionToken) {
        userID = token.userID
        projectID = token.projectID
        issuedAt = token.issuedAt
        expiresAt = token.expiresAt
        services = token.catalog.services.count
    }
}

/// An address of the catalog, in JSON and as a row.
struct CatalogRow: Encodable {
    let type: String
    let name: String?
    let region: String?
    let interface: String
    let url: String

    /// The addresses of a catalog, of one region or of all; those of no region belong to each.
    static func rows(of catalog: Catalog, region: Region?) -> [CatalogRow] {
        catalog.services.flatMap { service in
            service.endpoints.filter { region == nil || $0.region == nil || $0.region == region }.map { endpoint in
                CatalogRow(
                    type: service.type.rawValue, name: service.name, region: endpoint.region?.rawValue,
                    interface: endpoint.interface.rawValue, url: endpoint.url)
            }
        }
    }
}

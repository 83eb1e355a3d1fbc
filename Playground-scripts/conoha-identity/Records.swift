import Foundation
import RillConoHa

/// The JSON output for an API version, with the service's keys.
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

/// The JSON output for a token: its user, project and validity, without the token itself.
struct TokenRecord: Encodable {
    let userID: String
    let userName: String
    let projectID: String?
    let projectName: String?
    let issuedAt: Date
    let expiresAt: Date
    let services: Int

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case userName = "user_name"
        case projectID = "project_id"
        case projectName = "project_name"
        case issuedAt = "issued_at"
        case expiresAt = "expires_at"
        case services
    }

    init(_ token: SessionToken) {
        userID = token.userID
        userName = token.userName
        projectID = token.projectID
        projectName = token.projectName
        issuedAt = token.issuedAt
        expiresAt = token.expiresAt
        services = token.catalog.services.count
    }
}

/// An endpoint of the catalog as JSON or as a table row.
struct CatalogRow: Encodable {
    let type: String
    let name: String?
    let region: String?
    let interface: String
    let url: String

    /// Returns the endpoints of a catalog in all regions or in one region.
    ///
    /// Endpoints without a region are always included.
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

import Foundation
import RillConoHa
import RillScript

func write(_ versions: [IdentityVersion]) throws {
    try Output.write(
        versions.map { VersionRecord($0) }, asJSON: service.isJSON,
        columns: [
            .text("Version", versions.map(\.id), style: .bold), .text("Status", versions.map(\.status.rawValue)),
            .text("Updated", versions.map { $0.updated.formatted(.iso8601) }),
        ])
}

func write(_ token: TokenRecord) throws {
    let project = token.projectName.map { "for project \($0) with \(token.services) services" }
    let text = "logged in as \(token.userName) \(project ?? "without a project and a catalog")"
    try Output.write(
        token, asJSON: service.isJSON, text: "\(text.printable())\nexpires \(token.expiresAt.formatted(.iso8601))\n")
}

/// Writes the endpoints in the selected region.
func write(_ catalog: Catalog) throws {
    let rows = CatalogRow.rows(of: catalog, region: region)
    guard service.isJSON || !rows.isEmpty else { return Output.note(emptyResultMessage(catalog)) }
    try Output.write(
        rows, asJSON: service.isJSON,
        columns: [
            .text("Type", rows.map(\.type), style: .bold), .text("Region", rows.map { $0.region ?? "" }),
            .text("Interface", rows.map(\.interface)), .text("URL", rows.map(\.url)),
        ])
}

/// Returns a message that explains why no endpoint matches.
private func emptyResultMessage(_ catalog: Catalog) -> String {
    let regions = Set(CatalogRow.rows(of: catalog, region: nil).compactMap(\.region)).sorted()
    guard let region, !regions.isEmpty else {
        return "the catalog is empty: specify a project with --tenant or --project"
    }
    return "no services in region \(region.rawValue): the catalog has \(regions.joined(separator: ", "))"
}

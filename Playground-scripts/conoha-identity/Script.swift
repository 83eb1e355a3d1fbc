import Foundation
import RillConoHa
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.server.stop() }
        let isJSON = arguments.service.isJSON
        try await withSignalCancellation {
            switch arguments.action {
            case .versions:
                try write(try await service.client.versions().firstValue(), asJSON: isJSON)
            case .login:
                try write(TokenRecord(try await service.session().token().firstValue()), asJSON: isJSON)
            case .catalog:
                let catalog = try await service.session().token().firstValue().catalog
                let rows = CatalogRow.rows(of: catalog, region: arguments.region)
                guard isJSON || !rows.isEmpty else {
                    return Output.note(emptyResultMessage(catalog, arguments.region))
                }
                try write(rows, asJSON: isJSON)
            }
        }
    }

    private static func write(_ versions: [IdentityVersion], asJSON isJSON: Bool) throws {
        try Output.write(
            versions.map { VersionRecord($0) }, asJSON: isJSON,
            columns: [
                .text("Version", versions.map(\.id), style: .bold), .text("Status", versions.map(\.status.rawValue)),
                .text("Updated", versions.map { $0.updated.formatted(.iso8601) }),
            ])
    }

    private static func write(_ token: TokenRecord, asJSON isJSON: Bool) throws {
        let project = token.projectName.map { "for project \($0) with \(token.services) services" }
        let text = "logged in as \(token.userName) \(project ?? "without a project and a catalog")"
        try Output.write(
            token, asJSON: isJSON, text: "\(text.printable())\nexpires \(token.expiresAt.formatted(.iso8601))\n")
    }

    private static func write(_ rows: [CatalogRow], asJSON isJSON: Bool) throws {
        try Output.write(
            rows, asJSON: isJSON,
            columns: [
                .text("Type", rows.map(\.type), style: .bold), .text("Region", rows.map { $0.region ?? "" }),
                .text("Interface", rows.map(\.interface)), .text("URL", rows.map(\.url)),
            ])
    }

    /// Returns a message that explains why no endpoint matches.
    private static func emptyResultMessage(_ catalog: Catalog, _ region: Region?) -> String {
        let regions = Set(CatalogRow.rows(of: catalog, region: nil).compactMap(\.region)).sorted()
        guard let region, !regions.isEmpty else {
            return "the catalog is empty: specify a project with --tenant or --project"
        }
        return "no services in region \(region.rawValue): the catalog has \(regions.joined(separator: ", "))"
    }
}

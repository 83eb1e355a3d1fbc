import Foundation
import Rill
import RillConoHa
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let terminal = Terminal()
        try await withSignalCancellation {
            switch arguments.action {
            case .versions:
                try write(try await service.client.versions().firstValue(), arguments, terminal)
            case .login:
                try write(try await service.session().token().firstValue(), arguments)
            case .catalog:
                let catalog = try await service.session().token().firstValue().catalog
                try write(catalog, arguments, terminal)
            }
        }
    }

    private static func write(
        _ versions: [IdentityVersion], _ arguments: Arguments, _ terminal: Terminal
    ) throws {
        guard !arguments.service.isJSON else {
            return try Output.write(try JSONOutput.text(of: versions.map { VersionRecord($0) }))
        }
        let table = TextTable(
            [
                .text("Version", versions.map(\.id), style: .bold),
                .text("Status", versions.map(\.status.rawValue)),
                .text("Updated", versions.map { $0.updated.formatted(.iso8601) }),
            ], terminal: terminal)
        try Output.write(table.text)
    }

    private static func write(_ token: SessionToken, _ arguments: Arguments) throws {
        let record = TokenRecord(token)
        guard !arguments.service.isJSON else {
            return try Output.write(try JSONOutput.line(of: record) + "\n")
        }
        let project = record.projectID.map { "for project \($0) with \(record.services) services" }
        let text = "logged in as \(record.userID) \(project ?? "without a project and a catalog")"
        try Output.write("\(text.printable())\nexpires \(record.expiresAt.formatted(.iso8601))\n")
    }

    private static func write(_ catalog: Catalog, _ arguments: Arguments, _ terminal: Terminal) throws {
        let rows = CatalogRow.rows(of: catalog, region: arguments.region)
        guard !arguments.service.isJSON else { return try Output.write(try JSONOutput.text(of: rows)) }
        guard !rows.isEmpty else { return Output.note(emptyResultMessage(catalog, arguments.region)) }
        let table = TextTable(
            [
                .text("Type", rows.map(\.type), style: .bold), .text("Region", rows.map { $0.region ?? "" }),
                .text("Interface", rows.map(\.interface)), .text("URL", rows.map(\.url)),
            ], terminal: terminal)
        try Output.write(table.text)
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

import Foundation
import RillTestSupport
import Testing

/// Verifies the operation tables of the service pages: the requests, the methods, and the listed kinds of tests exist.
@Suite struct OperationTableTests {
    /// A kind of test.
    private enum TestKind: CaseIterable {
        case fixtures
        case sample
        case server

        init?(header: String) {
            switch header {
            case "Stub", "Fixtures", "fixtures": self = .fixtures
            case "Sample", "sample": self = .sample
            case "Server", "Keystone", "live": self = .server
            default: return nil
            }
        }

        func includes(file: String) -> Bool {
            // These tests run against the sample server or a real service.
            if file.hasPrefix("Cloud") { return self != .fixtures }
            let isSample = file.hasPrefix("Sample")
            let isServer = file.hasPrefix("Live") || file.hasPrefix("Keystone")
            return switch self {
            case .fixtures: !isSample && !isServer
            case .sample: isSample
            case .server: isServer
            }
        }
    }

    private struct Operation {
        let name: String
        let requests: [String]
        let methods: [String]
        let kinds: [TestKind]
    }

    private func operations(of service: String) throws -> [Operation] {
        let page = try PackageFiles.text(of: "Sources/\(service)/\(service).docc/\(service).md")
        let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| Operation ") }.prefix { $0.hasPrefix("|") }
        let rows = lines.map { $0.dropFirst(2).dropLast().components(separatedBy: "|").map(trimmed) }
        let headers = try #require(rows.first)
        return rows.dropFirst(2).map { row in
            func cell(_ header: String) -> String { headers.firstIndex(of: header).map { row[$0] } ?? "" }
            let columns = zip(headers, row).compactMap { header, cell in
                cell == "yes" || cell.hasPrefix("with ") ? TestKind(header: header) : nil
            }
            let words = cell("Tested by").split(separator: ",").compactMap { word in
                TestKind(header: trimmed(String(word.prefix { $0 != "(" })))
            }
            return Operation(
                name: row[0], requests: names(in: cell("Request")), methods: names(in: cell("Method")),
                kinds: columns + words)
        }
    }

    private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

    /// Returns the names in backticks, without their types and parameters.
    private func names(in cell: String) -> [String] {
        cell.split(separator: "`").filter { $0.first?.isLetter == true && !$0.contains(" ") }.map { name in
            String(name.prefix { $0 != "(" }.split(separator: "/").last ?? "")
        }
    }

    /// Returns the identifiers in the Swift files of a folder, by file name.
    private func words(below folder: String) throws -> [String: Set<String>] {
        let folder = PackageFiles.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var words: [String: Set<String>] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let parts = try Data(contentsOf: file).split { byte in
                !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F)
            }
            words[file.lastPathComponent] = Set(parts.map { String(decoding: $0, as: UTF8.self) })
        }
        return words
    }

    @Test(arguments: ["RillQiita", "RillGitHub", "RillGarage", "RillConoHa", "RillAzureStorage"])
    func listedOperationsExistAndAreTested(service: String) throws {
        let operations = try operations(of: service)
        #expect(operations.count >= 9)
        let sources = try words(below: "Sources/\(service)").values.reduce(into: Set()) { $0.formUnion($1) }
        let tests = try words(below: "Tests/\(service)Tests")
        for operation in operations {
            let names = operation.requests + operation.methods
            #expect(sources.isSuperset(of: names), "\(operation.name)")
            #expect(!operation.kinds.isEmpty, "\(operation.name) is not tested")
            // Every method has a test that does not require a server.
            let local = tests.filter {
                TestKind.fixtures.includes(file: $0.key) || TestKind.sample.includes(file: $0.key)
            }
            let tested = local.values.reduce(into: Set()) { $0.formUnion($1) }
            #expect(tested.isSuperset(of: operation.methods), "\(operation.name)")
            for kind in operation.kinds where !names.isEmpty {
                let identifiers = tests.filter { kind.includes(file: $0.key) }.values
                #expect(
                    names.contains { name in identifiers.contains { $0.contains(name) } },
                    "\(operation.name) has no \(kind) test")
            }
        }
    }
}

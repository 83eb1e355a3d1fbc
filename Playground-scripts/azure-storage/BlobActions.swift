import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillScript

/// The actions on containers and blobs.
struct BlobActions: Sendable {
    let blobs: BlobClient
    let arguments: Arguments
    let progress: ProgressLine

    func listContainers() async throws {
        let records = try await blobs.containers().map { ContainerRecord($0) }.collected()
        try Output.write(
            records, asJSON: arguments.isJSON,
            columns: [
                .text("Container", records.map(\.name), style: .bold),
                .text("Public", records.map { $0.publicAccess ?? "" }),
                .text("Changed", records.map { $0.changed.map { $0.formatted(.iso8601) } ?? "" }),
            ])
    }

    func list(_ container: String, _ prefix: String) async throws {
        let entries = blobs.blobs(
            in: container, prefix: prefix.isEmpty ? nil : prefix, delimiter: arguments.isRecursive ? nil : "/")
        let records = try await entries.map { BlobRecord($0) }.collected()
        try Output.write(
            records, asJSON: arguments.isJSON,
            columns: [
                .text("Blob", records.map(\.name), style: .bold),
                .text("Size", records.map { $0.size?.byteText ?? "" }), .text("Type", records.map { $0.type ?? "" }),
                .text("Changed", records.map { $0.changed.map { $0.formatted(.iso8601) } ?? "" }),
            ])
    }

    func put(_ input: Input, _ blob: BlobPath) async throws {
        let content = try await content(of: input)
        if arguments.creates {
            try await blobs.createContainer(blob.container).map { _ in }
                .catch { error in
                    let exists = (error as? APIError)?.azureStorage?.code == .containerAlreadyExists
                    return exists ? .just(()) : .error(error)
                }
                .firstValue()
        }
        try await progress.show("\(blob)", blobs.upload(content, to: blob)) { ($0.completed, $0.total) }
    }

    private func content(of input: Input) async throws -> HTTPBody {
        let type = arguments.contentType ?? "application/octet-stream"
        if case .file(let path) = input, input.hasKnownLength { return .file(path, contentType: type) }
        // Pipes have no length. Small files are read into memory as well.
        return HTTPBody(try await input.read(limit: 256 << 20), contentType: type)
    }

    func get(_ blob: BlobPath, _ target: String) async throws {
        if target == "-" {
            for try await chunk in blobs.bytes(of: blob).values { try Output.write(chunk) }
            return
        }
        try await progress.show(target, blobs.download(blob, to: target)) { ($0.completed, $0.total) }
    }

    func remove(_ all: [BlobPath]) async throws {
        var failures = 0
        for blob in all {
            do {
                try await blobs.delete(blob, snapshots: .include).firstValue()
                Output.note("deleted \(blob)")
            } catch let error as APIError {
                failures += 1
                Output.note("\(blob): \(error)")
            }
        }
        if failures > 0 { throw RemovalError(failures: failures, count: all.count) }
    }

    private struct RemovalError: Error, CustomStringConvertible {
        let failures: Int
        let count: Int

        var description: String { "could not delete \(failures) of \(count) blobs" }
    }
}

import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillScript

/// The actions on containers and blobs.
struct BlobActions: Sendable {
    let blobs: BlobClient
    let arguments: Arguments
    let terminal: Terminal
    let progress: ProgressLine

    func listContainers() async throws {
        let containers = try await blobs.containers().collected()
        if arguments.isJSON {
            return try Output.write(try JSONOutput.text(of: containers.map { ContainerRecord($0) }))
        }
        try Output.write(
            TextTable(
                [
                    .text("Container", containers.map(\.name), style: .bold),
                    .text("Public", containers.map { $0.publicAccess?.rawValue ?? "" }),
                    .text("Changed", containers.map { $0.lastModified.map { $0.formatted(.iso8601) } ?? "" }),
                ], terminal: terminal
            ).text)
    }

    func list(_ container: String, _ prefix: String) async throws {
        let entries = blobs.blobs(
            in: container, prefix: prefix.isEmpty ? nil : prefix, delimiter: arguments.isRecursive ? nil : "/")
        let records = try await entries.map { BlobRecord($0) }.collected()
        if arguments.isJSON { return try Output.write(try JSONOutput.text(of: records)) }
        try Output.write(
            TextTable(
                [
                    .text("Blob", records.map(\.name), style: .bold),
                    .text("Size", records.map { $0.size?.byteText ?? "" }),
                    .text("Type", records.map { $0.type ?? "" }),
                    .text("Changed", records.map { $0.changed.map { $0.formatted(.iso8601) } ?? "" }),
                ], terminal: terminal
            ).text)
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
        let start = ContinuousClock.now
        let last = try await blobs.upload(content, to: blob)
            .do(onNext: { progress.show(bytes: $0.completed, of: $0.total) })
            .takeLast(1).firstValue()
        reportTransfer("\(blob)", last.completed, since: start)
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
        let start = ContinuousClock.now
        let last = try await blobs.download(blob, to: target)
            .do(onNext: { progress.show(bytes: $0.completed, of: $0.total) })
            .takeLast(1).firstValue()
        reportTransfer(target, last.completed, since: start)
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

    private func reportTransfer(_ name: String, _ count: Int, since start: ContinuousClock.Instant) {
        progress.clear()
        let time = start.duration(to: .now)
        let rate = Int((Double(count) / (time / .seconds(1))).rounded())
        Output.note("\(name): \(count.byteText) in \(time.latencyText), \(rate.byteText)/s")
    }
}

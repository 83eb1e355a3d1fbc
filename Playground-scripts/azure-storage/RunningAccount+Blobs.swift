import Foundation
import RillAzureStorage
import RillScript

/// The actions on containers and blobs.
extension RunningAccount {
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
        if arguments.creates {
            try await blobs.createContainer(blob.container).map { _ in }
                .catch { error in
                    let exists = (error as? APIError)?.azureStorage?.code == .containerAlreadyExists
                    return exists ? .just(()) : .error(error)
                }
                .firstValue()
        }
        let upload = blobs.upload(content(of: input), to: blob)
            .mapError { ($0 as? APIError)?.underlying as? Input.Failure ?? $0 }
        try await progress.show("\(blob)", upload) { ($0.completed, $0.total) }
    }

    /// Returns the content of an input, which is read while it is uploaded.
    private func content(of input: Input) -> HTTPBody {
        let type = arguments.contentType ?? "application/octet-stream"
        if case .file(let path) = input, input.hasKnownLength { return .file(path, contentType: type) }
        // Pipes have no length. The upload reads only as fast as it sends, keeps at most six blocks of 4 MiB in memory, and
        // fails if the content exceeds 50,000 blocks, which are 195 GiB.
        return .stream(input.chunks(), contentType: type)
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
        guard failures > 0 else { return }
        Output.note("could not delete \(failures) of \(all.count) blobs")
        throw ExitCode.failure
    }
}

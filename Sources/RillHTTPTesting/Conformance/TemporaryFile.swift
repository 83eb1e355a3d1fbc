internal import Foundation

/// A temporary file that is deleted when its last reference is released.
final class TemporaryFile: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)").path

    /// Writes a file.
    init(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

internal import Foundation

/// A file that is gone when the case is.
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

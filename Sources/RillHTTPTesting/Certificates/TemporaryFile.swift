internal import Foundation

/// The path of a temporary file, which is deleted when its last reference is released.
package final class TemporaryFile: Sendable {
    package let path = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)").path

    /// Creates a path at which no file exists.
    package init() {}

    /// Writes a file.
    package init(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

package import Foundation

/// A temporary folder that is deleted when its last reference is released.
package final class TemporaryFiles: Sendable {
    /// The URL of the folder.
    package let url = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        // A removal fails if another thread removes one of the files in the meantime.
        for _ in 0..<3 where (try? FileManager.default.removeItem(at: url)) != nil { break }
    }

    /// Returns the path of a file, or of the folder if the name is empty.
    package func path(_ name: String) -> String {
        name.isEmpty ? url.path : url.appending(path: name).path
    }

    /// Returns bytes that do not repeat at short intervals.
    package static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }
}

#if os(Linux) || os(macOS)
    internal import Foundation

    /// A folder for temporary test files that only its owner can access.
    package final class TemporaryFolder: Sendable {
        package let path: String

        /// Creates an empty folder.
        package init() throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            path = url.path
        }

        /// Returns the path of an item in the folder.
        package func path(of name: String) -> String { "\(path)/\(name)" }

        /// Writes a file and creates missing intermediate folders.
        package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
            let url = URL(fileURLWithPath: path(of: name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }

        /// Deletes the folder and its contents.
        package func remove() {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
#endif

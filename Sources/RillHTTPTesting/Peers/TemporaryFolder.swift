#if os(Linux) || os(macOS)
    internal import Foundation

    /// A folder for files that are needed while a test runs; readable by nobody else.
    final class TemporaryFolder: Sendable {
        let path: String

        /// Makes an empty folder.
        init() throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            path = url.path
        }

        /// The path of something in the folder.
        func path(of name: String) -> String { "\(path)/\(name)" }

        /// Writes a file into the folder, or into one below, which is made where there is none.
        func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
            let url = URL(fileURLWithPath: path(of: name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }

        /// Deletes the folder with all that is in it.
        func remove() {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
#endif

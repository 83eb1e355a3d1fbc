import Foundation

/// A temporary folder that is removed when the instance is deinitialized.
final class TemporaryFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the path of a file, or of the folder if the name is empty.
    func path(_ name: String) -> String {
        name.isEmpty ? folder.path : folder.appending(path: name).path
    }

    /// Returns bytes that do not repeat at short intervals.
    static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }
}

internal import Foundation
internal import Rill

/// Reads files as streams of chunks that support back-pressure.
enum FileChunks {
    private static let chunkSize = 64 * 1024

    /// An error for a file that cannot be opened or read.
    struct ReadingError: Error, CustomStringConvertible {
        var path: String
        var reason: String

        var description: String { "cannot read file \(path): \(reason)" }
    }

    /// Returns a stream that reads the file from the beginning for each subscription.
    static func read(_ path: String) -> Observable<[UInt8]> {
        .using {
            try open(path)
        } _: { file in
            .unfold(()) { _ in
                do {
                    guard let data = try file.read(upToCount: chunkSize), !data.isEmpty else { return nil }
                    return ([UInt8](data), ())
                } catch {
                    throw ReadingError(path: path, reason: SystemFailure.reason(error))
                }
            }
        } release: { file in
            try? file.close()
        }
    }

    /// Returns the current size of a file in bytes.
    static func size(of path: String) throws -> Int {
        let file = try open(path)
        defer { try? file.close() }
        do {
            return Int(try file.seekToEnd())
        } catch {
            throw ReadingError(path: path, reason: SystemFailure.reason(error))
        }
    }

    /// Returns up to `limit` bytes from the beginning of a file, or `nil` if the file cannot be read.
    static func beginning(of path: String, limit: Int) -> [UInt8]? {
        guard let file = try? open(path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: limit)).map { $0.map { [UInt8]($0) } ?? [] }
    }

    private static func open(_ path: String) throws -> FileHandle {
        // Opening a named pipe would block until another process opens the other end.
        if let status = FileSystemCalls.status(at: path, followsLinks: true), !status.isRegular {
            throw ReadingError(
                path: path, reason: status.isDirectory ? "it is a directory" : "it is not a regular file")
        }
        do {
            return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw ReadingError(path: path, reason: SystemFailure.reason(error))
        }
    }
}

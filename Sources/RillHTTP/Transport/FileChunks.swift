internal import Foundation
internal import Rill

/// A file as a stream of pieces that parks.
enum FileChunks {
    private static let pieceSize = 64 * 1024

    /// Why a file cannot be read.
    struct ReadingError: Error, CustomStringConvertible {
        var path: String
        var reason: String

        var description: String { "the file \(path) cannot be read: \(reason)" }
    }

    /// Reads a file from its beginning, for each subscription.
    static func read(_ path: String) -> Observable<[UInt8]> {
        .using {
            try open(path)
        } _: { file in
            .unfold(()) { _ in
                do {
                    guard let data = try file.read(upToCount: pieceSize), !data.isEmpty else { return nil }
                    return ([UInt8](data), ())
                } catch {
                    throw ReadingError(path: path, reason: SystemFailure.reason(error))
                }
            }
        } release: { file in
            try? file.close()
        }
    }

    /// How many bytes a file has now.
    static func size(of path: String) throws -> Int {
        let file = try open(path)
        defer { try? file.close() }
        do {
            return Int(try file.seekToEnd())
        } catch {
            throw ReadingError(path: path, reason: SystemFailure.reason(error))
        }
    }

    /// The first bytes of a file; `nil` if it cannot be read.
    static func beginning(of path: String, limit: Int) -> [UInt8]? {
        guard let file = try? open(path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: limit)).map { $0.map { [UInt8]($0) } ?? [] }
    }

    private static func open(_ path: String) throws -> FileHandle {
        // To open a pipe would wait for its other end.
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

internal import Rill
internal import RillSystem

/// Reads files as streams of chunks that support back-pressure.
enum FileChunks {
    private static let chunkSize = 64 * 1024

    /// Returns a stream that reads the file from the beginning for each subscription, up to its size at that time.
    static func read(_ path: String) -> Observable<[UInt8]> {
        .deferred {
            let file = try FileReader(path)
            // Files of the system have a size of 0 and content.
            return .unfold(file.size == 0 ? .max : file.size) { rest in
                let chunk = try file.read(upTo: min(rest, chunkSize))
                return chunk.isEmpty ? nil : (chunk, rest - chunk.count)
            }
        }
    }

    /// Returns the current size of a file in bytes, or `nil` if it is unknown: files of the system, such as
    /// `/proc/cpuinfo`, have a size of 0 and content.
    static func size(of path: String) throws -> Int? {
        let file = try FileReader(path)
        guard file.size == 0 else { return file.size }
        return try file.read(upTo: 1).isEmpty ? 0 : nil
    }

    /// Returns up to `limit` bytes from the beginning of a file, or `nil` if the file cannot be read.
    static func beginning(of path: String, limit: Int) -> [UInt8]? {
        guard let file = try? FileReader(path) else { return nil }
        return try? file.read(upTo: file.size == 0 ? limit : min(limit, file.size))
    }
}

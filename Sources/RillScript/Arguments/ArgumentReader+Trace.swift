internal import Foundation

extension ArgumentReader {
    /// Reads the value of `--trace`: the path of a file that does not exist yet, or of an earlier timeline, which is replaced.
    ///
    /// - Returns: The path.
    /// - Throws: A ``ValidationError`` if the file has other content, so that the option never overwrites an input
    ///   file.
    package mutating func tracePath() throws(ValidationError) -> String {
        let path = try value()
        // `TraceRecorder` rejects everything that is not a regular file.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 64) else {
            return path
        }
        let starts = ["[\n{\"ph\":\"M\"", "<!DOCTYPE html>\n<html lang=\"en\">"]
        guard start.isEmpty || starts.contains(where: { start.starts(with: Array($0.utf8)) }) else {
            throw ValidationError("\(option): \(path) exists and is not a timeline. Delete it, or choose another file")
        }
        return path
    }
}

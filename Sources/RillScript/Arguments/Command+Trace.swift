internal import Foundation

extension Command {
    /// Reads `--trace`: the path of a file that does not exist yet, or of an earlier timeline, which is replaced.
    ///
    /// A file with other content is invalid, so that the option never overwrites an input file.
    public mutating func traceOption() -> String? {
        option(
            "--trace",
            """
            Record a timeline, with secrets redacted, to <file>: a page if its name ends in .html, or JSON for Perfetto.
            """, valueName: "file", convert: Self.tracePath)
    }

    private static func tracePath(_ path: String) throws -> String {
        if path.isEmpty { throw ValidationError("expected a path") }
        // `TraceRecorder` rejects everything that is not a regular file.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 512) else {
            return path
        }
        let isTrace = start.starts(with: Array("[\n{\"ph\":\"M\"".utf8))
        // Other HTML pages can begin with the same doctype, but not with the same policy and title.
        let isPage =
            start.starts(with: Array("<!DOCTYPE html>\n".utf8))
            && start.firstRange(of: Array("style-src 'unsafe-inline'\">\n<title>Timeline</title>".utf8)) != nil
        guard start.isEmpty || isTrace || isPage else {
            throw ValidationError("\(path) exists and is not a timeline. Delete it, or choose another file")
        }
        return path
    }
}

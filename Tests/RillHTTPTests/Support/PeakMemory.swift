#if os(Linux)
    import Foundation
    import Testing

    /// Returns the peak memory use of this process in MiB.
    func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) / 1_024
    }
#endif

import Foundation

/// The current resource usage of this process, with zeros for values that the system does not report.
struct ProcessFigures: CustomStringConvertible {
    let residentMegabytes: Double
    let peakMegabytes: Double
    let threads: Int
    let descriptors: Int

    init() {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func number(_ name: String) -> Double {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
        }
        residentMegabytes = number("VmRSS:") * 1_024 / 1e6
        peakMegabytes = number("VmHWM:") * 1_024 / 1e6
        threads = Int(number("Threads:"))
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    var description: String {
        String(
            format: "%.1f MB resident (peak %.1f), %d threads, %d descriptors", residentMegabytes, peakMegabytes,
            threads,
            descriptors)
    }
}

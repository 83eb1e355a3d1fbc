import RillHTTP
import RillScriptSupport

/// What came of one of many requests.
enum LoadResult: Sendable {
    case answered(bytes: Int, after: Duration)
    /// Why it failed, in words that many failures have in common.
    case failed(String)

    /// The kind of a failure: `status 503 Service Unavailable`.
    static func kind(of error: APIError) -> String {
        if error.stage == .status, let status = error.status { return "status \(status)" }
        if let failure = error.underlying as? TransportError {
            // Its own text tells of one connection alone.
            return TransportError(failure.code, failure.reason).description
        }
        return error.reason.isEmpty ? "failed (\(error.stage))" : error.reason
    }
}

/// What came of many requests, in words and as a diagram.
struct LoadReport {
    private let times: [Duration]
    private let bytes: Int
    private let failures: [String: Int]
    private let time: Duration
    private let concurrency: Int

    /// How many have failed.
    var failed: Int { failures.values.reduce(0, +) }

    /// Sums up.
    ///
    /// - Parameters:
    ///   - results: What came of each request.
    ///   - time: How long all of it took.
    ///   - concurrency: How many ran at a time.
    init(_ results: [LoadResult], time: Duration, concurrency: Int) {
        var times: [Duration] = []
        var bytes = 0
        var failures: [String: Int] = [:]
        for result in results {
            switch result {
            case .answered(let count, let time):
                times.append(time)
                bytes += count
            case .failed(let kind):
                failures[kind, default: 0] += 1
            }
        }
        self.times = times
        self.bytes = bytes
        self.failures = failures
        self.time = time
        self.concurrency = concurrency
    }

    /// The report, each line with a line feed at its end.
    func text(for terminal: Terminal) -> String {
        let count = times.count + failed
        let seconds = max(time / .seconds(1), 1e-9)
        var text = """
            \(count.grouped) requests, \(concurrency.grouped) at a time, in \(time.latencyText)
            \(Figures.text(Double(count) / seconds)) requests a second, \(Int(Double(bytes) / seconds).byteText)/s
            \(times.count.grouped) answered, \(failed.grouped) failed

            """
        if !times.isEmpty {
            text += "\n\(terminal.styled("Time to the last byte of an answer", .bold))\n\(Percentiles(times).text)\n\n"
            text += Histogram(times).text(for: terminal)
        }
        if !failures.isEmpty {
            text += "\n\(terminal.styled("Failures", .bold))\n"
            let width = failures.values.map { $0.grouped.count }.max() ?? 0
            // The most frequent first.
            for (kind, count) in failures.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                text += "\(count.grouped.rightAligned(to: width))  \(terminal.styled(kind.printable(), .red))\n"
            }
        }
        return text
    }
}

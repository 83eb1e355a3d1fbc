import RillHTTP
import RillScript

/// The outcome of a request of a load test.
enum LoadResult: Sendable {
    case succeeded(bytes: Int, after: Duration)
    /// The request failed. The text groups failures with the same cause.
    case failed(String)

    /// Returns the text that groups failures with the same cause, such as `status 503 Service Unavailable`.
    static func kind(of error: APIError) -> String {
        if error.stage == .status, let status = error.status { return "status \(status)" }
        if let failure = error.underlying as? TransportError {
            // The error's own description contains details of a single connection.
            return TransportError(failure.code, failure.reason).description
        }
        return error.reason.isEmpty ? "failed (\(error.stage))" : error.reason
    }
}

/// The results of a load test as text with a latency histogram.
struct LoadReport {
    private let times: [Duration]
    private let bytes: Int
    private let failures: [String: Int]
    private let time: Duration
    private let concurrency: Int

    /// The number of failed requests.
    var failed: Int { failures.values.reduce(0, +) }

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - results: The outcomes of all requests.
    ///   - time: The total time.
    ///   - concurrency: The maximum number of concurrent requests.
    init(_ results: [LoadResult], time: Duration, concurrency: Int) {
        var times: [Duration] = []
        var bytes = 0
        var failures: [String: Int] = [:]
        for result in results {
            switch result {
            case .succeeded(let count, let time):
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

    /// Returns the report as lines with trailing line feeds.
    func text(for terminal: Terminal) -> String {
        let count = times.count + failed
        let seconds = max(time / .seconds(1), 1e-9)
        var text = """
            \(count.grouped) requests in \(time.latencyText) with concurrency \(concurrency.grouped)
            \(Figures.text(Double(count) / seconds)) requests/s, \(Int(Double(bytes) / seconds).byteText)/s
            \(times.count.grouped) succeeded, \(failed.grouped) failed

            """
        if !times.isEmpty {
            text += "\n\(terminal.styled("Time to last byte", .bold))\n\(Percentiles(times).text)\n\n"
            text += Histogram(times).text(for: terminal)
        }
        if !failures.isEmpty {
            text += "\n\(terminal.styled("Failures", .bold))\n"
            let width = failures.values.map { $0.grouped.count }.max() ?? 0
            // Sorted by descending count, then by text.
            for (kind, count) in failures.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                text += "\(count.grouped.rightAligned(to: width))  \(terminal.styled(kind.printable(), .red))\n"
            }
        }
        return text
    }
}

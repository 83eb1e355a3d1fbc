import Foundation
import RillScript

/// Measures the HTTP clients.
enum HTTPBench {
    /// The measurements of one client in one round.
    struct Sample: Codable {
        var client: String
        var requestsPerSecond: Double
        var microsecondsPerRequest: Double
        var cpuMicrosecondsPerRequest: Double
        var megabytesPerSecond: Double
        var peakMegabytes: Double

        /// The latency that half of the requests do not exceed, or `nil` if it is not measured.
        var medianMicroseconds: Double?

        /// The latency that 99 of 100 requests do not exceed, or `nil` if it is not measured.
        var percentile99Microseconds: Double?
    }

    static func run(_ arguments: HTTPArguments) throws {
        guard arguments.isChild else { return try compare(arguments) }
        try Output.write(JSONOutput.line(of: try measure(arguments.only ?? .libcurl, arguments)))
    }

    // MARK: One client in this process

    private static func measure(_ client: HTTPClient, _ arguments: HTTPArguments) throws -> Sample {
        let upload = try arguments.uploadMegabytes.map { try UploadFile(megabytes: $0) }
        if !arguments.streams, upload == nil {
            // The warm-up loads the libraries and fills the caches. The measured run opens connections of its own.
            var warmUp = arguments
            warmUp.requests = min(arguments.requests, 200)
            _ = try client.run(warmUp, upload: nil)
        }
        let cpuBefore = Usage.cpuSeconds
        let run = try client.run(arguments, upload: upload?.path)
        let cpu = Usage.cpuSeconds - cpuBefore
        guard run.completed == arguments.requests else {
            let counts = "\(run.completed) of \(arguments.requests)"
            throw BenchError("\(client.rawValue): only \(counts) requests succeeded")
        }
        guard run.bytes > 0 else { throw BenchError("\(client.rawValue): the response bodies are empty") }
        let count = Double(arguments.requests)
        let bytes = run.bytes + ((arguments.uploadMegabytes ?? 0) << 20) * arguments.requests
        let latencies = run.latencies.sorted()
        return Sample(
            client: client.rawValue, requestsPerSecond: count / run.seconds,
            microsecondsPerRequest: run.seconds / count * 1e6, cpuMicrosecondsPerRequest: cpu / count * 1e6,
            megabytesPerSecond: Double(bytes) / run.seconds / 1e6, peakMegabytes: Usage.peakMegabytes,
            medianMicroseconds: percentile(50, of: latencies), percentile99Microseconds: percentile(99, of: latencies))
    }

    /// Returns a percentile of sorted durations in microseconds, or `nil` if there are none.
    private static func percentile(_ percent: Int, of sorted: [Double]) -> Double? {
        sorted.isEmpty ? nil : sorted[(sorted.count * percent - 1) / 100] * 1e6
    }

    /// A file of zeros that is removed when the instance is deinitialized.
    private final class UploadFile {
        let path = FileManager.default.temporaryDirectory.appending(path: "rill-bench-\(UUID().uuidString)").path

        init(megabytes: Int) throws {
            guard FileManager.default.createFile(atPath: path, contents: nil),
                let file = FileHandle(forWritingAtPath: path)
            else { throw BenchError("cannot create \(path)") }
            try file.truncate(atOffset: UInt64(megabytes) << 20)
            try file.close()
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    // MARK: All clients in child processes

    private static func compare(_ arguments: HTTPArguments) throws {
        let clients = arguments.only.map { [$0] } ?? HTTPClient.available
        var samples: [HTTPClient: [Sample]] = [:]
        for _ in 0..<arguments.rounds {
            for client in clients { samples[client, default: []].append(try runChild(client)) }
        }
        let medians = clients.compactMap { client -> Sample? in
            let sorted = (samples[client] ?? []).sorted { $0.microsecondsPerRequest < $1.microsecondsPerRequest }
            return sorted.isEmpty ? nil : sorted[sorted.count / 2]
        }
        try Output.write(arguments.printsJSON ? JSONOutput.text(of: medians) : table(of: medians))
    }

    /// Runs the same command for one client and one round in a child process.
    private static func runChild(_ client: HTTPClient) throws -> Sample {
        let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--" }
        let data = try ChildProcess.runSelf(arguments + ["--child", "--only", client.rawValue])
        return try JSONDecoder().decode(Sample.self, from: data)
    }

    private static func table(of samples: [Sample]) -> String {
        let base = samples.first { $0.client == HTTPClient.libcurl.rawValue }
        let hasLatencies = samples.first?.medianMicroseconds != nil
        let names = ["client", "requests/s", "us/request", "CPU us/request", "MB/s", "peak MB", "x libcurl"]
        let rows = samples.map { sample in
            let columns = [
                sample.requestsPerSecond, sample.microsecondsPerRequest, sample.cpuMicrosecondsPerRequest,
                sample.megabytesPerSecond, sample.peakMegabytes,
                base.map { sample.microsecondsPerRequest / $0.microsecondsPerRequest },
            ]
            let latencies = hasLatencies ? [sample.medianMicroseconds, sample.percentile99Microseconds] : []
            return [sample.client] + (columns + latencies).map(RillBench.format)
        }
        return RillBench.alignedTable([names + (hasLatencies ? ["p50 us", "p99 us"] : [])] + rows)
    }
}

/// The resource usage of this process.
private enum Usage {
    static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The peak resident memory, without the memory of the parent process before `exec`.
    static var peakMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            let kilobytes = line.split(separator: " ").compactMap { Double($0) }.first ?? 0
            return kilobytes * 1_024 / 1e6
        }
        #if canImport(Darwin)
            var usage = rusage()
            _ = getrusage(RUSAGE_SELF, &usage)
            return Double(usage.ru_maxrss) / 1e6
        #else
            return 0
        #endif
    }
}

import Foundation
import RillHTTPTesting
import RillSampleServices
import RillScript
import RillTracing

/// The client, the request and the sample server of a run.
struct Session: Sendable {
    let client: Client
    private(set) var request: Endpoint<Void>
    let progress = ProgressLine()

    /// The scheduler for file operations.
    let disk = SerialDispatchQueueScheduler(label: "http-get.disk")

    private let sample: SampleQiita?

    /// Creates the client and the request, and starts the sample server if the arguments have no URL.
    init(_ arguments: Arguments) throws {
        let isPlayed = arguments.cassette.map { FileManager.default.fileExists(atPath: $0) } ?? false
        let url: String
        if let argument = arguments.url {
            sample = nil
            url = argument
        } else {
            // Playback requires no server.
            let sample = isPlayed ? nil : try Self.startSample()
            self.sample = sample
            url = (sample?.baseURL ?? "http://127.0.0.1/api/v2") + "/tags"
            if sample != nil { Output.note("using the in-process sample server at \(url)") }
        }
        if let cassette = arguments.cassette { Output.note("\(isPlayed ? "playing" : "recording") \(cassette)") }
        var client = Client(
            baseURL: url, transport: Self.transport(arguments),
            middleware: Self.middleware(arguments, isPlayed: isPlayed))
        client.onMetrics = Self.metricsHandler(arguments)
        self.client = client
        request = Self.request(arguments)
    }

    /// Sends the request and writes the response.
    static func run(_ arguments: Arguments) async throws {
        let session = try Session(arguments)
        defer { session.sample?.stop() }
        let trace = try arguments.trace.map { try TraceRecorder(path: $0) }
        try await withSignalCancellation(reportingTo: trace) {
            let arguments = try await arguments.readingBody()
            let session = session.with(arguments)
            switch arguments.outputMode {
            case .body: try await session.writeBody()
            case .lines: try await session.writeLines()
            case .events: try await session.writeEvents(arguments)
            case .file(let path): try await session.download(to: path)
            case .load(let load): try await session.run(load, Terminal())
            }
        } cleanUp: {
            session.disk.waitUntilIdle()
            session.progress.clear()
        } finish: {
            try trace?.close()
        }
    }

    /// Returns the session with the request of other arguments, which have another body or timeout.
    func with(_ arguments: Arguments) -> Session {
        var session = self
        session.request = Self.request(arguments)
        return session
    }

    private static func request(_ arguments: Arguments) -> Endpoint<Void> {
        var request = Endpoint<Void>(
            "", method: arguments.method, headerFields: arguments.fields, body: arguments.body?.ready)
        request.options.timeout = arguments.timeout
        // A redirect status that is not followed also counts as success.
        request.acceptsStatus = { (100...399).contains($0.code) }
        return request
    }

    private static func startSample() throws -> SampleQiita {
        var options = SampleQiita.Options()
        // The rate limit must not affect load tests with --repeat.
        options.anonymousLimit = 1_000_000
        options.tokenLimit = 1_000_000
        return try SampleQiita(options: options)
    }

    private static func transport(_ arguments: Arguments) -> any Transport {
        guard let cassette = arguments.cassette else { return makeDefaultTransport() }
        var matching = CassetteTransport.Matching.default
        // The port of the sample server changes between runs.
        if arguments.url == nil { matching.parts.remove(.origin) }
        return CassetteTransport(URL(fileURLWithPath: cassette), mode: .once, matching: matching)
    }

    /// Returns the handler that prints the phases of each exchange, or `nil` if they are not printed.
    private static func metricsHandler(_ arguments: Arguments) -> (@Sendable (ExchangeMetrics) -> Void)? {
        let printsTables = arguments.isVerbose && !arguments.outputMode.isLoad
        guard printsTables || arguments.printsTiming else { return nil }
        return { metrics in
            if printsTables, let tables = metrics.tables { Output.trace(tables) }
            if arguments.printsTiming, let json = try? metrics.json { Output.trace(json) }
        }
    }

    /// Returns the middleware from the outermost to the innermost: each request of a redirect chain is retried separately,
    /// and each attempt is logged.
    private static func middleware(_ arguments: Arguments, isPlayed: Bool) -> [any Middleware] {
        var middleware: [any Middleware] = [FollowRedirects()]
        if let retries = arguments.retries, !arguments.outputMode.reconnects {
            let policy = RetryPolicy.exponentialBackoff(attempts: retries + 1).onDecision { decision in
                guard case .retry(let delay) = decision.action, !arguments.outputMode.isLoad else { return }
                // The other lines describe earlier attempts.
                let reason = "\(decision.error)".prefix { $0 != "\n" }
                Output.note("attempt \(decision.attempt) of \(decision.attempts) failed: \(reason)")
                Output.note("retrying in \(delay.latencyText)")
            }
            middleware.append(Retry(policy))
        }
        if arguments.isVerbose { middleware.append(Logging(.verbose) { Output.trace($0) }) }
        if isPlayed, let cassette = arguments.cassette { middleware.append(CassetteErrors(path: cassette)) }
        return middleware
    }
}

extension Arguments.OutputMode {
    /// Whether the mode has its own retry logic.
    fileprivate var reconnects: Bool { if case .events = self { true } else { false } }

    fileprivate var isLoad: Bool { if case .load = self { true } else { false } }
}

extension SerialDispatchQueueScheduler {
    /// Blocks until all previously scheduled work has finished.
    fileprivate func waitUntilIdle() {
        let done = DispatchSemaphore(value: 0)
        schedule { done.signal() }
        done.wait()
    }
}

import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillScriptSupport

/// Whom to ask, for what, and how.
struct Session: Sendable {
    let client: Client
    private(set) var request: Endpoint<Void>
    let progress: ProgressLine

    /// Where files are written.
    let disk = SerialDispatchQueueScheduler(label: "http-get.disk")

    private let sample: SampleQiita?

    /// Prepares all, and starts the sample if nobody else is to be asked.
    init(_ arguments: Arguments, errors: Terminal) throws {
        let isPlayed = arguments.cassette.map { FileManager.default.fileExists(atPath: $0) } ?? false
        let url: String
        if let address = arguments.url {
            sample = nil
            url = address
        } else {
            // Whatever is played is asked of nobody.
            let sample = isPlayed ? nil : try Self.startSample()
            self.sample = sample
            url = (sample?.baseURL ?? "http://127.0.0.1/api/v2") + "/tags"
            if sample != nil { Output.note("asking the sample service in this process, \(url)") }
        }
        if let cassette = arguments.cassette { Output.note("\(isPlayed ? "playing" : "recording") \(cassette)") }
        client = Client(
            baseURL: url, transport: Self.transport(arguments),
            middleware: Self.middleware(arguments, isPlayed: isPlayed))
        request = Self.request(arguments)
        progress = ProgressLine(errors)
    }

    /// The same, but asking for what other arguments say: their body, and the time that is left.
    func asking(_ arguments: Arguments) -> Session {
        var session = self
        session.request = Self.request(arguments)
        return session
    }

    private static func request(_ arguments: Arguments) -> Endpoint<Void> {
        var request = Endpoint<Void>(
            "", method: arguments.method, headerFields: arguments.fields, body: arguments.body?.ready)
        request.timeout = arguments.timeout
        // What no redirect leads on from is an answer, too.
        request.acceptedStatuses = [100...399]
        return request
    }

    private static func startSample() throws -> SampleQiita {
        var options = SampleQiita.Options()
        // Whoever tries out --repeat is no burden to anyone.
        options.anonymousLimit = 1_000_000
        options.tokenLimit = 1_000_000
        return try SampleQiita(options: options)
    }

    private static func transport(_ arguments: Arguments) -> any Transport {
        guard let cassette = arguments.cassette else { return makeDefaultTransport() }
        var matching = CassetteTransport.Matching.default
        // The sample has another port each time.
        if arguments.url == nil { matching.parts.remove(.origin) }
        return CassetteTransport(URL(fileURLWithPath: cassette), mode: .once, matching: matching)
    }

    /// The outermost first: each request of a way is tried again for itself, and each attempt is told of.
    private static func middleware(_ arguments: Arguments, isPlayed: Bool) -> [any Middleware] {
        var middleware: [any Middleware] = [FollowRedirects()]
        if let retries = arguments.retries, !arguments.delivery.connectsAgain {
            let policy = RetryPolicy.exponentialBackoff(attempts: retries + 1).onDecision { decision in
                guard case .retry(let delay) = decision.action, !arguments.delivery.isLoad else { return }
                // What follows on other lines is about the attempts before.
                let reason = "\(decision.error)".prefix { $0 != "\n" }
                Output.note("attempt \(decision.attempt) of \(decision.attempts) failed: \(reason)")
                Output.note("trying again in \(delay.latencyText)")
            }
            middleware.append(Retry(policy))
        }
        if arguments.isVerbose { middleware.append(Logging(.verbose) { Output.trace($0) }) }
        if isPlayed, let cassette = arguments.cassette { middleware.append(PlayedFile(path: cassette)) }
        return middleware
    }

    /// Waits until nothing of a download is left, and takes the progress away.
    func settle() {
        disk.waitUntilIdle()
        progress.clear()
    }

    func stop() {
        sample?.stop()
    }
}

extension Arguments.Delivery {
    /// Whether it has a way of its own to try again.
    fileprivate var connectsAgain: Bool { if case .events = self { true } else { false } }

    fileprivate var isLoad: Bool { if case .load = self { true } else { false } }
}

extension SerialDispatchQueueScheduler {
    /// Blocks until what was scheduled before has been done.
    fileprivate func waitUntilIdle() {
        let done = DispatchSemaphore(value: 0)
        schedule { done.signal() }
        done.wait()
    }
}

import Foundation
import RillHTTPTesting
import Synchronization

/// Runs one exchange after another for each client until the time limit or the number of requests is reached.
final class Soak: Sendable {
    /// The number of violations that ends the run.
    private static let violationLimit = 1_000

    /// The content of the longest upload.
    private static let upload = (0..<Plan.maximumUploadSize).map { LoopbackServer.patternByte(at: $0) }

    let tally = Tally()
    private let arguments: SoakArguments
    private let port: UInt16
    private let scheduler = ConcurrentDispatchQueueScheduler()
    private let transport: any Transport
    private let shortTimeoutTransport: any Transport

    /// The client with middleware, or `nil` if requests are passed to the transport.
    private let middleware: SoakMiddleware?

    /// The client that opens WebSocket connections, or `nil` if requests are sent.
    private let sockets: SoakSockets?
    private let isEnding = Atomic(false)

    init(_ arguments: SoakArguments, port: UInt16) throws {
        self.arguments = arguments
        self.port = port
        var options = TransportOptions()
        options.proxy = .environment
        transport = try arguments.transport.make(options)
        // The timeouts for exchanges in which the server stalls.
        options.responseTimeout = .milliseconds(300)
        options.idleTimeout = .milliseconds(300)
        shortTimeoutTransport = try arguments.transport.make(options)
        // A stalled body would occupy the concurrency limit until the idle timeout.
        options.responseTimeout = .seconds(60)
        options.idleTimeout = .seconds(5)
        sockets = arguments.usesSockets ? SoakSockets(transport, port: port) : nil
        middleware = try arguments.usesMiddleware ? SoakMiddleware(arguments.transport.make(options), port: port) : nil
    }

    /// Removes the temporary files.
    func removeFiles() {
        middleware?.removeFiles()
    }

    /// Runs to the end and reports the progress every ten seconds.
    func run(_ report: (Int, Tally.Counts) -> Void) {
        let start = ContinuousClock.now
        for client in 0..<arguments.clients {
            // Every second client runs without the registry.
            startNext(SeededGenerator(seed: arguments.seed &* 1_000_003 &+ UInt64(client)), isRecorded: client % 2 == 0)
        }
        var reported = 0
        while true {
            // The main thread only reports; it checks the counts ten times per second.
            Thread.sleep(forTimeInterval: 0.1)
            let elapsed = Int((ContinuousClock.now - start) / .seconds(1))
            let counts = tally.current
            if elapsed >= reported + 10 {
                reported = elapsed
                report(elapsed, counts)
            }
            if elapsed >= arguments.seconds || counts.started >= arguments.requests ?? .max { break }
            if counts.violations >= Self.violationLimit { break }
        }
        isEnding.store(true, ordering: .sequentiallyConsistent)
        // Waits up to 90 seconds for the remaining exchanges, which is longer than any planned response.
        for _ in 0..<900 where tally.current.started != tally.current.ended { Thread.sleep(forTimeInterval: 0.1) }
    }

    private func startNext(_ generator: SeededGenerator, isRecorded: Bool) {
        guard !isEnding.load(ordering: .sequentiallyConsistent) else { return }
        var generator = generator
        let plan = Plan(of: sockets == nil ? Plan.Kind.exchanges : Plan.Kind.sockets, using: &generator)
        let probe = Probe(plan, tally, usesMiddleware: arguments.usesMiddleware) { [scheduler, generator] in
            scheduler.schedule { self.startNext(generator, isRecorded: isRecorded) }
        }
        var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: plan.path)
        var body: HTTPBody?
        if plan.kind == .upload {
            request.method = .post
            body = uploadBody(plan)
        }
        let transport = plan.kind == .stall ? shortTimeoutTransport : transport
        let exchange =
            sockets?.open(plan) ?? middleware?.send(plan, body: body) ?? transport.send(request, body: body)
        if isRecorded {
            ActiveSubscriptions.shared.watch { probe.run(exchange, on: scheduler) }
        } else {
            probe.run(exchange, on: scheduler)
        }
    }

    /// Returns a body in memory, or a streamed body with or without a known length, which the server sends back.
    private func uploadBody(_ plan: Plan) -> HTTPBody {
        let bytes = Array(Self.upload[..<plan.size])
        guard plan.variant % 3 > 0 else { return HTTPBody(bytes) }
        let chunks = stride(from: 0, to: plan.size, by: 10_000).map { Array(bytes[$0..<min($0 + 10_000, plan.size)]) }
        return .stream(.from(chunks), count: plan.variant % 3 == 1 ? plan.size : nil)
    }
}

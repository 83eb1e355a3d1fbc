import Foundation
import Rill
import RillHTTP
import Synchronization

/// Runs as many exchanges at once as there are clients, each followed by another, until time is up.
final class Soak: Sendable {
    /// After how many violations there is nothing more to learn.
    private static let violationLimit = 1_000

    let tally = Tally()
    private let arguments: SoakArguments
    private let authority: String
    private let scheduler = ConcurrentDispatchQueueScheduler()
    private let transport: any Transport
    private let impatient: any Transport
    private let isEnding = Atomic(false)

    init(_ arguments: SoakArguments, authority: String) throws {
        self.arguments = arguments
        self.authority = authority
        var options = TransportOptions()
        options.proxy = .environment
        transport = try arguments.transport.make(options)
        // For the exchanges that are known to stall.
        options.responseTimeout = .milliseconds(300)
        options.idleTimeout = .milliseconds(300)
        impatient = try arguments.transport.make(options)
    }

    /// Runs to the end, and tells every ten seconds how it stands.
    func run(_ report: (Int, Tally.Counts) -> Void) {
        let start = ContinuousClock.now
        for client in 0..<arguments.clients {
            proceed(SplitMix(seed: arguments.seed &* 1_000_003 &+ UInt64(client)))
        }
        var reported = 0
        while true {
            Thread.sleep(forTimeInterval: 0.1)
            let elapsed = Int((ContinuousClock.now - start) / .seconds(1))
            let counts = tally.current
            if elapsed >= reported + 10 {
                reported = elapsed
                report(elapsed, counts)
            }
            if elapsed >= arguments.seconds || counts.started >= arguments.requests { break }
            if counts.violations >= Self.violationLimit { break }
        }
        isEnding.store(true, ordering: .sequentiallyConsistent)
        // What runs still has to end by itself: no answer takes as long as this.
        for _ in 0..<900 where tally.current.started != tally.current.ended { Thread.sleep(forTimeInterval: 0.1) }
    }

    private func proceed(_ generator: SplitMix) {
        guard !isEnding.load(ordering: .sequentiallyConsistent) else { return }
        var generator = generator
        let plan = Plan(using: &generator)
        let probe = Probe(plan, tally) { [scheduler, generator] in
            scheduler.schedule { self.proceed(generator) }
        }
        var request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: plan.path)
        var body: HTTPBody?
        if plan.kind == .upload {
            request.method = .post
            body = uploadBody(plan)
        }
        let transport = plan.kind == .stall ? impatient : transport
        probe.run(transport.send(request, body: body), on: scheduler)
    }

    /// A body in memory, or as a stream of pieces, with its length or without.
    private func uploadBody(_ plan: Plan) -> HTTPBody {
        let bytes = [UInt8](repeating: 7, count: plan.size)
        guard plan.variant % 3 > 0 else { return HTTPBody(bytes) }
        let pieces = stride(from: 0, to: plan.size, by: 10_000).map { Array(bytes[$0..<min($0 + 10_000, plan.size)]) }
        return .stream(.from(pieces), count: plan.variant % 3 == 1 ? plan.size : nil)
    }
}

import Rill
import RillHTTP
import RillHTTPTesting

/// A server with ten workers and a queue, in virtual time as a transport, or in real time with a loopback server.
///
/// It slows down after 5 seconds, fails after 10 seconds, and recovers after 15 seconds. Like a real server, it also
/// processes requests that clients have canceled.
final class SimulatedServer: Transport, @unchecked Sendable {  // the state is guarded by `lock`
    private enum Phase { case healthy, slow, failing }

    private let scheduler: any Scheduler
    private let start: Duration
    private let lock = Lock()

    /// When each worker becomes idle.
    private var workers = Array(repeating: Duration.zero, count: 10)

    private var received: [Duration] = []

    /// When the requests arrived.
    var arrivals: [Duration] { lock.withLock { received } }

    init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
        start = scheduler.now
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let (status, delay) = self.lock.withLock { self.receive() }
            return Observable<Int>.timer(delay, scheduler: self.scheduler)
                .map { _ in TransportEvent.head(HTTPResponse(status: status)) }
        }
    }

    /// Returns the response of a loopback server to a request that arrives now.
    func response() -> LoopbackServer.Response {
        let (status, delay) = lock.withLock { receive() }
        return .steps([.pause(delay), .head(.length(0)), .finish()], status: status)
    }

    /// Returns the status of the response to a request that arrives now, and the time that it takes.
    private func receive() -> (HTTPResponse.Status, Duration) {
        let now = scheduler.now - start
        received.append(now)
        if phase(at: now) == .failing { return (.serviceUnavailable, .milliseconds(5)) }
        let worker = workers.indices.min { workers[$0] < workers[$1] } ?? 0
        let start = max(now, workers[worker])
        // The queue is full.
        guard start - now < .seconds(4) else { return (.serviceUnavailable, .milliseconds(5)) }
        workers[worker] = start + .milliseconds(phase(at: start) == .slow ? 200 : 20)
        return (.ok, workers[worker] - now)
    }

    private func phase(at time: Duration) -> Phase {
        if time < .seconds(5) || time >= .seconds(15) { return .healthy }
        return time < .seconds(10) ? .slow : .failing
    }
}

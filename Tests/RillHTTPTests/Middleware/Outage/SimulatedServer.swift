import Rill
import RillHTTP
import RillTesting

/// A server with ten workers and a queue, in virtual time.
///
/// It slows down after 5 seconds, fails after 10 seconds, and recovers after 15 seconds. Like a real server, it also
/// processes requests that clients have canceled.
final class SimulatedServer: Transport, @unchecked Sendable {  // used by the thread of the test only
    private enum Phase { case healthy, slow, failing }

    private let scheduler: TestScheduler

    /// When each worker becomes idle.
    private var workers = Array(repeating: Duration.zero, count: 10)

    /// When the requests arrived.
    private(set) var arrivals: [Duration] = []

    init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let (status, delay) = self.receive()
            return Observable<Int>.timer(delay, scheduler: self.scheduler)
                .map { _ in TransportEvent.head(HTTPResponse(status: status)) }
        }
    }

    /// Returns the status of the response to a request that arrives now, and the time that it takes.
    private func receive() -> (HTTPResponse.Status, Duration) {
        let now = scheduler.now
        arrivals.append(now)
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

import Rill
import RillHTTPTesting

/// A loopback server that slows down, fails, and recovers when a test requests it.
final class LoopbackOutage: @unchecked Sendable {  // the state is guarded by `lock`
    enum Phase: Sendable {
        case healthy
        /// The server processes one request at a time, in 50 ms each, including canceled ones.
        case slow
        /// The server does not respond to every fourth request.
        case uneven
        case failing
    }

    private let lock = Lock()
    private var phase = Phase.healthy
    private var count = 0
    private var idle = ContinuousClock.now

    /// Starts a phase.
    func begin(_ phase: Phase) {
        lock.withLock {
            self.phase = phase
            count = 0
            idle = .now
        }
    }

    /// The number of requests in the current phase.
    var load: Int { lock.withLock { count } }

    func response() -> LoopbackServer.Response {
        lock.withLock {
            count += 1
            switch phase {
            case .healthy: return .json("7")
            case .slow:
                let now = ContinuousClock.now
                idle = max(idle, now) + .milliseconds(50)
                return .steps([.pause(idle - now), .head(.length(1)), .bytes("7"), .finish()])
            case .uneven: return count % 4 == 0 ? .steps([.stall]) : .json("7")
            case .failing: return .status(.serviceUnavailable)
            }
        }
    }
}

internal import Rill

/// The places for exchanges, and who waits for one.
final class ConcurrencyLimiter: @unchecked Sendable {  // `hosts` and the tickets are guarded by `lock`
    /// The right to a place, or to wait for one.
    final class Ticket: @unchecked Sendable {  // guarded by the limiter's `lock`
        fileprivate enum State {
            case new
            case waiting(number: Int)
            case running
            /// Running, and just being begun after a wait.
            case starting
            case over
        }

        fileprivate let key: String
        fileprivate var state = State.new

        /// Who waits.
        fileprivate var observer: Observer<TransportEvent>?

        /// What is scheduled to tell him.
        fileprivate var work: Disposable?

        fileprivate init(_ key: String) {
            self.key = key
        }
    }

    private struct Host {
        var running = 0
        var line = WaitingLine<Ticket>()
    }

    private let limit: Int
    private let maxWaiting: Int?
    private let scheduler: any Scheduler
    private let lock = Lock()

    /// Those that have an exchange.
    private var hosts: [String: Host] = [:]

    init(limit: Int, maxWaiting: Int?, scheduler: any Scheduler) {
        self.limit = limit
        self.maxWaiting = maxWaiting
        self.scheduler = scheduler
    }

    func makeTicket(for key: String) -> Ticket { Ticket(key) }

    private enum Entrance { case granted, refused, waiting }

    /// Completes the observer when there is a place for it.
    func enter(_ ticket: Ticket, _ observer: Observer<TransportEvent>) {
        let entrance: Entrance = lock.withLock {
            guard case .new = ticket.state else { return .waiting }
            var host = hosts.removeValue(forKey: ticket.key) ?? Host()
            defer { hosts[ticket.key] = host }
            if host.running < limit {
                host.running += 1
                ticket.state = .running
                return .granted
            }
            if let maxWaiting, host.line.count >= maxWaiting { return .refused }
            ticket.observer = observer
            ticket.state = .waiting(number: host.line.append(ticket))
            return .waiting
        }
        switch entrance {
        case .granted: observer.onCompleted()
        case .refused: observer.onError(TooManyWaitingError(count: maxWaiting ?? 0))
        case .waiting: break
        }
    }

    /// Gives back a place, also in the line; called once the exchange is over, whatever became of it.
    func leave(_ ticket: Ticket) {
        let (next, work, observer): (Ticket?, Disposable?, Observer<TransportEvent>?) = lock.withLock {
            var next: Ticket?
            switch ticket.state {
            case .waiting(let number): _ = hosts[ticket.key]?.line.remove(number)
            case .running: next = passOn(ticket.key)
            case .new, .starting, .over: break
            }
            ticket.state = .over
            return (next, ticket.work.take(), ticket.observer.take())
        }
        work?.dispose()
        withExtendedLifetime(observer) {}
        if let next { tell(next) }
    }

    /// Tells one who has waited that he has a place; on the scheduler, as here another exchange is coming to its end.
    private func tell(_ ticket: Ticket) {
        let work = scheduler.schedule { self.start(ticket) }
        let isOver = lock.withLock {
            if case .over = ticket.state { return true }
            ticket.work = work
            return false
        }
        if isOver { work.dispose() }
    }

    private func start(_ ticket: Ticket) {
        let observer: Observer<TransportEvent>? = lock.withLock {
            guard let observer = ticket.observer.take() else { return nil }
            ticket.state = .starting
            return observer
        }
        guard let observer else { return }
        observer.onCompleted()
        // Given up meanwhile, by another thread, the exchange was still beginning: only now is it over.
        let next: Ticket? = lock.withLock {
            if case .over = ticket.state { return passOn(ticket.key) }
            ticket.state = .running
            return nil
        }
        if let next { tell(next) }
    }

    /// Gives a place to the next in the line, so that nobody can come between, or takes it back.
    ///
    /// Called under the lock.
    ///
    /// - Returns: Who is to be told.
    private func passOn(_ key: String) -> Ticket? {
        guard var host = hosts.removeValue(forKey: key) else { return nil }
        let next = host.line.popFirst()
        next?.state = .running
        if next == nil { host.running -= 1 }
        if host.running > 0 { hosts[key] = host }
        return next
    }
}

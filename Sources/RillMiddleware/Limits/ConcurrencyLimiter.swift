internal import Foundation
internal import RillHTTP
internal import RillSystem

/// The running and waiting exchanges of a concurrency limit.
final class ConcurrencyLimiter: @unchecked Sendable {  // `hosts` and the tickets are guarded by `lock`
    /// An exchange that is running or waiting to run.
    final class Ticket: @unchecked Sendable {  // guarded by the limiter's `lock`
        fileprivate enum State {
            case new
            case waiting(number: Int)
            case running
            /// The exchange counts toward the limit and is being started after a wait.
            case starting
            /// The exchange was canceled while it was being started, and counts toward the limit.
            case canceled
            case ended
        }

        fileprivate let key: String
        fileprivate var state = State.new

        /// The observer that is completed when the exchange can start.
        fileprivate var observer: Observer<TransportEvent>?

        /// The scheduled work that completes the observer.
        fileprivate var work: Disposable?

        /// When the request was passed to the transport, or `nil` once its outcome is known.
        ///
        /// Used only for adaptive limits.
        fileprivate var sent: Duration?

        init(_ key: String) {
            self.key = key
        }
    }

    private struct Host {
        var limit: Int
        var running = 0
        var queue = WaitingQueue<Ticket>()

        /// The number of the most recent request.
        var lastUse = 0
    }

    /// The number of hosts above which the adapted limits of the hosts that have been idle longest are discarded.
    private static let maximumHosts = 1_000

    /// The initial limit of a host.
    private let limit: Int
    let adaptive: AdaptiveLimit?
    private let maxWaiting: Int?
    private let scheduler: any Scheduler
    private let lock = NSLock()

    /// The hosts with running exchanges, and the hosts with adapted limits.
    private var hosts: [String: Host] = [:]

    /// The number of requests of all hosts.
    private var useCount = 0

    init(limit: Int, adaptive: AdaptiveLimit?, maxWaiting: Int?, scheduler: any Scheduler) {
        self.limit = limit
        self.adaptive = adaptive
        self.maxWaiting = maxWaiting
        self.scheduler = scheduler
    }

    /// Starts a new exchange, unless the limit is reached.
    ///
    /// - Returns: Whether the exchange was started.
    func start(_ ticket: Ticket) -> Bool {
        lock.withLock {
            var host = hosts.removeValue(forKey: ticket.key) ?? makeHost()
            defer { hosts[ticket.key] = host }
            return start(ticket, of: &host)
        }
    }

    /// Called with the lock held.
    private func start(_ ticket: Ticket, of host: inout Host) -> Bool {
        guard host.running < host.limit else { return false }
        useCount += 1
        host.lastUse = useCount
        host.running += 1
        ticket.state = .running
        return true
    }

    /// Completes the observer when the exchange can start.
    func acquire(_ ticket: Ticket, _ observer: Observer<TransportEvent>) {
        let outcome: Event<TransportEvent>? = lock.withLock {
            guard case .new = ticket.state else { return nil }
            var host = hosts.removeValue(forKey: ticket.key) ?? makeHost()
            defer { hosts[ticket.key] = host }
            if start(ticket, of: &host) { return .completed }
            if let maxWaiting, host.queue.count >= maxWaiting { return .error(QueueFullError(count: maxWaiting)) }
            ticket.observer = observer
            ticket.state = .waiting(number: host.queue.append(ticket))
            return nil
        }
        if let outcome { observer.on(outcome) }
    }

    /// Releases the slot of an exchange, or removes it from the queue.
    ///
    /// Called when the exchange ends for any reason.
    ///
    /// - Parameters:
    ///   - ticket: The ticket of the exchange.
    ///   - hasEnded: Whether the exchange has ended itself, so that nothing of it is being started. Defaults to `false`.
    func release(_ ticket: Ticket, hasEnded: Bool = false) {
        let now = adaptive == nil ? .zero : scheduler.now
        let (next, work, observer): (Ticket?, Disposable?, Observer<TransportEvent>?) = lock.withLock {
            var next: Ticket?
            // A canceled exchange counts as slow if it has already exceeded the threshold.
            if let sent = ticket.sent, adaptive?.isSlow(now - sent) == true {
                // No exchange can start: exchanges wait only while the limit is reached, and this call does not raise
                // it.
                let started = adapt(ticket, at: now, isFailure: true)
                assert(started == nil, "an exchange waits although the limit is not reached")
            }
            let state = ticket.state
            ticket.state = .ended
            switch state {
            case .waiting(let number): _ = hosts[ticket.key]?.queue.remove(number)
            case .running: next = reassignSlot(ticket.key)
            case .starting where hasEnded: next = reassignSlot(ticket.key)
            case .starting, .canceled: ticket.state = .canceled
            case .new, .ended: break
            }
            return (next, ticket.work.take(), ticket.observer.take())
        }
        work?.dispose()
        withExtendedLifetime(observer) {}
        if let next { scheduleStart(next) }
    }

    // MARK: Adaptive limits

    /// Returns the current limit of a host, or `nil` if no request has been sent to it.
    func currentLimit(of key: String) -> Int? { lock.withLock { hosts[key]?.limit } }

    /// Records that the request of a running exchange is about to be passed to the transport.
    func begin(_ ticket: Ticket) {
        let now = scheduler.now
        lock.withLock { ticket.sent = now }
    }

    /// Adapts the limit to the outcome of an exchange, unless the outcome was already recorded.
    func record(_ ticket: Ticket, isFailure: Bool) {
        let now = scheduler.now
        let next = lock.withLock { adapt(ticket, at: now, isFailure: isFailure) }
        if let next { scheduleStart(next) }
    }

    /// Adapts the limit of a host to the outcome of an exchange, and removes an exchange from the queue if the limit
    /// permits it to start.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The exchange to start, or `nil` if there is none.
    private func adapt(_ ticket: Ticket, at now: Duration, isFailure: Bool) -> Ticket? {
        guard let adaptive, let sent = ticket.sent.take(), var host = hosts.removeValue(forKey: ticket.key) else {
            return nil
        }
        defer { hosts[ticket.key] = host }
        host.limit = adaptive.next(host.limit, running: host.running, latency: now - sent, isFailure: isFailure)
        guard host.running < host.limit, let next = host.queue.popFirst() else { return nil }
        next.state = .running
        host.running += 1
        return next
    }

    /// Creates the state of a host, and removes the state of idle hosts if there are too many.
    ///
    /// Called with the lock held.
    private func makeHost() -> Host {
        if adaptive != nil, hosts.count >= Self.maximumHosts {
            // Removes several hosts at once, because sorting them each time would be expensive.
            let idle = hosts.filter { $0.value.running == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (key, _) in idle.prefix(Self.maximumHosts / 4) { hosts[key] = nil }
        }
        return Host(limit: limit)
    }

    // MARK: Starting

    /// Schedules the start of a waiting exchange.
    ///
    /// The start is scheduled, because this method is called while another exchange is ending.
    private func scheduleStart(_ ticket: Ticket) {
        let work = scheduler.schedule { self.start(ticket) }
        let hasEnded = lock.withLock {
            if case .ended = ticket.state { return true }
            ticket.work = work
            return false
        }
        if hasEnded { work.dispose() }
    }

    private func start(_ ticket: Ticket) {
        let observer: Observer<TransportEvent>? = lock.withLock {
            guard let observer = ticket.observer.take() else { return nil }
            ticket.state = .starting
            return observer
        }
        guard let observer else { return }
        observer.onCompleted()
        // If another thread canceled the exchange during the call above, its slot is released only now.
        let next: Ticket? = lock.withLock {
            switch ticket.state {
            case .canceled:
                ticket.state = .ended
                return reassignSlot(ticket.key)
            case .starting: ticket.state = .running
            default: break
            }
            return nil
        }
        if let next { scheduleStart(next) }
    }

    /// Assigns a released slot to the first exchange in the queue, so that no new exchange can take it, or frees the
    /// slot.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The exchange to start.
    private func reassignSlot(_ key: String) -> Ticket? {
        guard var host = hosts.removeValue(forKey: key) else { return nil }
        // After a decrease, released slots are not reassigned.
        let next = host.running <= host.limit ? host.queue.popFirst() : nil
        next?.state = .running
        if next == nil { host.running -= 1 }
        if host.running > 0 || adaptive != nil { hosts[key] = host }
        return next
    }
}

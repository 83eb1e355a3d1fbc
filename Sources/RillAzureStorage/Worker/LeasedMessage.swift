internal import Rill
internal import RillHTTP

/// A message in progress, which executes the steps of its ``MessageLease``.
///
/// It is independent of the stream's back-pressure, so that a paused subscriber does not delay renewals.
final class LeasedMessage: @unchecked Sendable {  // `lease`, `isDriving` and `handles` are guarded by `lock`
    /// The disposables of the message.
    private struct Handles {
        var isClosed = false
        var start: Disposable?
        var work: Disposable?
        var exchange: Disposable?
        var wait: Disposable?

        mutating func close() -> [Disposable] {
            let all = [start, work, exchange, wait].compactMap(\.self)
            self = Handles(isClosed: true)
            return all
        }
    }

    private let message: QueueMessage
    private let work: QueueWork
    private let report: @Sendable (WorkerEvent) -> Void
    private let lock = Lock()
    private var lease: MessageLease
    private var isDriving = false
    private var handles = Handles()

    /// - Parameters:
    ///   - message: The received message.
    ///   - work: The operations on messages.
    ///   - time: The time of the receive request, at which the visibility timeout may have started.
    ///   - report: The closure that is called once with the outcome, unless the message is disposed first.
    init(
        _ message: QueueMessage, _ work: QueueWork, since time: Duration,
        report: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.message = message
        self.work = work
        self.report = report
        lease = MessageLease(of: message, timeout: work.visibilityTimeout, now: time)
    }

    /// Starts renewing the message, and schedules its processing, so that a blocking handler does not delay other
    /// messages.
    func start() {
        drive()
        keep(work.scheduler.schedule { self.process() }, as: \.start)
    }

    /// Stops without an event.
    ///
    /// The message becomes visible after its visibility timeout.
    func dispose() {
        let handles = lock.withLock {
            lease.stop()
            return self.handles.close()
        }
        for handle in handles { handle.dispose() }
    }

    private func process() {
        guard !lock.withLock({ handles.isClosed }) else { return }
        let subscription = work.process(message).subscribe { event in
            guard case .next(let outcome) = event else { return }
            self.change { lease, _ in lease.finishProcessing(outcome) }
        }
        keep(subscription, as: \.work)
    }

    // MARK: Driving

    /// Performs all pending steps.
    ///
    /// Not reentrant, and runs on one thread at a time.
    private func drive() {
        guard lock.withLock({ isDriving.claim() }) else { return }
        while let step = nextStep() { perform(step) }
    }

    private func nextStep() -> MessageLease.Step? {
        let now = work.scheduler.now
        return lock.withLock {
            let step = lease.next(at: now)
            if step == nil { isDriving = false }
            return step
        }
    }

    private func change(_ change: (inout MessageLease, Duration) -> Void) {
        let now = work.scheduler.now
        lock.withLock { change(&lease, now) }
        drive()
    }

    private func perform(_ step: MessageLease.Step) {
        switch step {
        case .wait(let delay):
            lock.withLock { handles.wait.take() }?.dispose()
            keep(work.scheduler.schedule(after: delay) { self.change { lease, _ in lease.wake() } }, as: \.wait)
        case .renew(let receipt):
            exchange(work.renew(message.id, receipt)) { $0.renewed(with: $1) }
        case .delete(let receipt):
            exchange(work.delete(message.id, receipt)) { lease, _ in lease.deleted() }
        case .release(let receipt):
            exchange(work.release(message.id, receipt)) { lease, _ in lease.released() }
        case .end(let event):
            dispose()
            report(event)
        }
    }

    /// Sends a request to the service and passes its result to the lease.
    private func exchange<Output>(
        _ request: Observable<Output>, _ succeed: @escaping @Sendable (inout MessageLease, Output) -> Void
    ) {
        let subscription = request.subscribe { event in
            switch event {
            case .next(let output):
                self.change { lease, _ in succeed(&lease, output) }
            case .error(let error):
                let isLost = (error as? APIError)?.meansLostMessage == true
                self.change { $0.failed(error, isLost: isLost, at: $1) }
            case .completed:
                break
            }
        }
        keep(subscription, as: \.exchange)
    }

    private func keep(_ handle: Disposable, as path: WritableKeyPath<Handles, Disposable?>) {
        let (isLate, last) = lock.withLock {
            let last = handles[keyPath: path]
            if !handles.isClosed { handles[keyPath: path] = handle }
            return (handles.isClosed, last)
        }
        if isLate { handle.dispose() }
        // Release the previous disposable outside the lock.
        withExtendedLifetime(last) {}
    }
}

extension Bool {
    /// Sets the value to `true` and returns whether it was `false`.
    mutating func claim() -> Bool {
        defer { self = true }
        return !self
    }
}

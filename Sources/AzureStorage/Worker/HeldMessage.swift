internal import Rill
internal import RillHTTP

/// A message that is being worked on: carries out what its lease decides, until there is something to tell.
///
/// It lives beside the stream that it is told to: a subscriber who is paused holds up no renewal.
final class HeldMessage: @unchecked Sendable {  // `lease`, `isDriving` and `handles` are guarded by `lock`
    /// What can be given up.
    private struct Handles {
        var isClosed = false
        var start: Disposable?
        var work: Disposable?
        var exchange: Disposable?
        var alarm: Disposable?

        mutating func close() -> [Disposable] {
            let all = [start, work, exchange, alarm].compactMap(\.self)
            self = Handles(isClosed: true)
            return all
        }
    }

    private let message: QueueMessage
    private let work: QueueWork
    private let tell: @Sendable (WorkerEvent) -> Void
    private let lock = Lock()
    private var lease: MessageLease
    private var isDriving = false
    private var handles = Handles()

    /// - Parameters:
    ///   - message: The message, which has just come.
    ///   - work: What is done with it.
    ///   - time: When it was asked for: from then on, at the earliest, nobody else gets it.
    ///   - tell: Is told once what has become of it, unless it is given up first.
    init(
        _ message: QueueMessage, _ work: QueueWork, since time: Duration,
        tell: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.message = message
        self.work = work
        self.tell = tell
        lease = MessageLease(of: message, timeout: work.visibilityTimeout, now: time)
    }

    /// Begins to hold the message, and has the work begun soon: elsewhere, so that one who blocks does not hold up others.
    func start() {
        drive()
        keep(work.scheduler.schedule { self.begin() }, as: \.start)
    }

    /// Gives up, in silence; the message comes back.
    func dispose() {
        let handles = lock.withLock {
            lease.stop()
            return self.handles.close()
        }
        for handle in handles { handle.dispose() }
    }

    private func begin() {
        guard !lock.withLock({ handles.isClosed }) else { return }
        let subscription = work.judge(message).subscribe { event in
            guard case .next(let verdict) = event else { return }
            self.change { lease, _ in lease.judge(verdict) }
        }
        keep(subscription, as: \.work)
    }

    // MARK: Driving

    /// Does what there is to do; one thread at a time, and never from inside itself.
    private func drive() {
        guard lock.withLock({ isDriving.claim() }) else { return }
        while let step = takeStep() { perform(step) }
    }

    private func takeStep() -> MessageLease.Step? {
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
            lock.withLock { handles.alarm.take() }?.dispose()
            keep(work.scheduler.schedule(after: delay) { self.change { lease, _ in lease.wake() } }, as: \.alarm)
        case .renew(let receipt):
            exchange(work.renew(message.id, receipt)) { $0.renewed(with: $1) }
        case .delete(let receipt):
            exchange(work.delete(message.id, receipt)) { lease, _ in lease.deleted() }
        case .putBack(let receipt):
            exchange(work.returnMessage(message.id, receipt)) { lease, _ in lease.wasPutBack() }
        case .end(let event):
            dispose()
            tell(event)
        }
    }

    /// Asks the service for something.
    private func exchange<Answer>(
        _ request: Observable<Answer>, _ succeed: @escaping @Sendable (inout MessageLease, Answer) -> Void
    ) {
        let subscription = request.subscribe { event in
            switch event {
            case .next(let answer):
                self.change { lease, _ in succeed(&lease, answer) }
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
        // Released after the lock.
        withExtendedLifetime(last) {}
    }
}

extension Bool {
    /// Sets it; tells whether it was not set before.
    mutating func claim() -> Bool {
        defer { self = true }
        return !self
    }
}

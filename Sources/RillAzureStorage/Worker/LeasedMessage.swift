internal import RillHTTP

/// A message in progress, which performs the steps of its ``MessageLease``.
///
/// It is independent of the stream's back-pressure, so that a paused subscriber does not delay renewals.
struct LeasedMessage: Sendable {
    /// The operations of a message.
    ///
    /// At most one of each kind runs at a time.
    private enum Operation {
        case start
        case processing
        case exchange
        case wait
    }

    private let message: QueueMessage
    private let work: QueueWork
    private let report: @Sendable (WorkerEvent) -> Void
    private let driver: StepDriver<MessageLease, Operation>

    /// - Parameters:
    ///   - message: The received message.
    ///   - work: The configuration of the worker.
    ///   - time: The time of the receive request, at which the visibility timeout may have started.
    ///   - report: The closure that is called once with the outcome, unless the message is disposed first.
    init(
        _ message: QueueMessage, _ work: QueueWork, since time: Duration,
        report: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.message = message
        self.work = work
        self.report = report
        driver = StepDriver(MessageLease(of: message, timeout: work.visibilityTimeout, now: time))
    }

    /// Starts renewing the message, and schedules its processing, so that a blocking handler does not delay other
    /// messages.
    func start() {
        drive()
        driver.hold(work.scheduler.schedule { process() }, for: .start)
    }

    /// Stops without an event.
    ///
    /// The message becomes visible after its visibility timeout.
    func dispose() {
        driver.dispose { $0.stop() }
    }

    private func process() {
        guard !driver.isDisposed else { return }
        let subscription = work.process(message).subscribe { event in
            guard case .next(let outcome) = event else { return }
            change { $0.finishProcessing(outcome) }
        }
        driver.hold(subscription, for: .processing)
    }

    private func drive() {
        driver.run(
            next: {
                let now = work.scheduler.now
                return driver.next { $0.next(at: now) }
            }, perform: perform)
    }

    private func change(_ change: (inout MessageLease) -> Void) {
        driver.change(change)
        drive()
    }

    private func perform(_ step: MessageLease.Step) {
        switch step {
        case .wait(let delay):
            driver.dispose(.wait)
            driver.hold(work.scheduler.schedule(after: delay) { change { $0.wake() } }, for: .wait)
        case .renew(let receipt):
            exchange(update(receipt, visibleAfter: work.visibilityTimeout)) { $0.renewed(with: $1) }
        case .delete(let receipt):
            let deletion = work.client.delete(id: message.id, popReceipt: receipt, from: work.queue)
            exchange(deletion) { lease, _ in lease.completed() }
        case .release(let receipt):
            exchange(update(receipt, visibleAfter: .zero)) { lease, _ in lease.completed() }
        case .end(let event):
            dispose()
            report(event)
        }
    }

    private func update(_ receipt: PopReceipt, visibleAfter: Duration) -> Observable<PopReceipt> {
        work.client.renew(id: message.id, popReceipt: receipt, in: work.queue, visibleAfter: visibleAfter)
    }

    /// Sends a request to the service and passes its result to the lease.
    private func exchange<Output>(
        _ request: Observable<Output>, _ succeed: @escaping @Sendable (inout MessageLease, Output) -> Void
    ) {
        let subscription = request.subscribe { event in
            switch event {
            case .next(let output):
                change { succeed(&$0, output) }
            case .error(let error):
                let isLost = (error as? APIError)?.meansLostMessage == true
                let now = work.scheduler.now
                change { $0.failed(error, isLost: isLost, at: now) }
            case .completed:
                break
            }
        }
        driver.hold(subscription, for: .exchange)
    }
}

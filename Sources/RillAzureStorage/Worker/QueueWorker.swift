internal import RillHTTP

/// The worker of one subscription, which performs the steps of its ``WorkerState``.
struct QueueWorker: Sendable {
    /// The operations of a worker.
    ///
    /// At most one of each kind runs at a time.
    private enum Operation: Hashable {
        case stop
        case poll
        case wait
        case message(Int)
    }

    private let work: QueueWork
    private let observer: Observer<WorkerEvent>
    private let driver: StepDriver<WorkerState, Operation>

    init(_ work: QueueWork, _ observer: Observer<WorkerEvent>) {
        self.work = work
        self.observer = observer
        driver = StepDriver(WorkerState(capacity: work.maxConcurrent, interval: work.polling))
    }

    /// Starts the worker.
    ///
    /// - Parameter stop: The observable whose first element stops the worker.
    func start(until stop: Observable<Void>) {
        let subscription = stop.subscribe { event in
            switch event {
            case .next:
                change { $0.stop() }
                driver.dispose(.wait)
            case .error(let error):
                change { $0.fail(error) }
            case .completed:
                break
            }
        }
        driver.hold(subscription, for: .stop)
        drive()
    }

    /// Stops without an event.
    ///
    /// The messages become visible after their visibility timeout.
    func dispose() {
        driver.dispose { $0.dispose() }
    }

    private func drive() {
        driver.run(
            next: {
                // If all steps are synchronous, the subscriber has not received the disposable yet.
                if observer.isDisposed { dispose() }
                return driver.next { $0.next(isPaused: observer.isPaused) }
            }, perform: perform)
    }

    private func change(_ change: (inout WorkerState) -> Void) {
        driver.change(change)
        drive()
    }

    private func perform(_ step: WorkerState.Step) {
        switch step {
        case .start(let delivery):
            start(delivery)
        case .poll(let count):
            poll(count)
        case .wait(let delay):
            driver.hold(work.scheduler.schedule(after: delay) { change { $0.wake() } }, for: .wait)
        case .park:
            if !observer.whenResumed({ change { $0.resume() } }) { driver.change { $0.resume() } }
        case .abandon:
            driver.disposeAll { if case .message = $0 { true } else { false } }
        case .emit(let event):
            observer.onNext(event)
        case .end(let error):
            dispose()
            if let error { observer.onError(error) } else { observer.onCompleted() }
        }
    }

    private func poll(_ count: Int) {
        let requestTime = work.scheduler.now
        let messages = work.client.receive(
            from: work.queue, count: count, visibilityTimeout: work.visibilityTimeout)
        let subscription = messages.subscribe { event in
            switch event {
            case .next(let messages):
                change { $0.arrived(messages, requestTime: requestTime) }
            case .error(let error):
                let isTransient = (error as? APIError)?.isTransient == true
                change { $0.pollFailed(error, isTransient: isTransient) }
            case .completed:
                break
            }
        }
        driver.hold(subscription, for: .poll)
    }

    private func start(_ delivery: WorkerState.Delivery) {
        let number = delivery.number
        let message = LeasedMessage(delivery.message, work, since: delivery.requestTime) { event in
            driver.dispose(.message(number))
            change { $0.finished(event) }
        }
        if driver.hold(Disposable { message.dispose() }, for: .message(number)) { message.start() }
    }
}

internal import Rill
internal import RillHTTP

/// The worker of one subscription, which executes the steps of its ``WorkerState``.
final class QueueWorker: @unchecked Sendable {  // all mutable state is guarded by `lock`
    /// The disposables of the worker, without the messages.
    private struct Handles {
        var isClosed = false
        var stop: Disposable?
        var poll: Disposable?
        var wait: Disposable?
    }

    private let work: QueueWork
    private let observer: Observer<WorkerEvent>
    private let lock = Lock()
    private var state: WorkerState
    private var isDriving = false
    private var handles = Handles()
    private var messages: [Int: LeasedMessage] = [:]
    private var lastNumber = 0

    /// The time of the last receive request.
    private var requestTime = Duration.zero

    init(_ work: QueueWork, _ observer: Observer<WorkerEvent>) {
        self.work = work
        self.observer = observer
        state = WorkerState(capacity: work.maxConcurrent, interval: work.polling)
    }

    /// Starts the worker.
    ///
    /// - Parameter stop: The observable whose first element stops the worker.
    func start(until stop: Observable<Void>) {
        let subscription = stop.subscribe { event in
            switch event {
            case .next:
                self.change { $0.stop() }
                self.take(\.wait)?.dispose()
            case .error(let error):
                self.change { $0.fail(error) }
            case .completed:
                break
            }
        }
        keep(subscription, as: \.stop)
        drive()
    }

    /// Stops without an event.
    ///
    /// The messages become visible after their visibility timeout.
    func dispose() {
        let (handles, messages) = lock.withLock {
            state.dispose()
            defer {
                self.handles = Handles(isClosed: true)
                self.messages = [:]
            }
            return (self.handles, self.messages)
        }
        for handle in [handles.stop, handles.poll, handles.wait] { handle?.dispose() }
        for message in messages.values { message.dispose() }
    }

    // MARK: Driving

    /// Performs all pending steps.
    ///
    /// Not reentrant, and runs on one thread at a time.
    private func drive() {
        guard lock.withLock({ isDriving.claim() }) else { return }
        while let step = nextStep() { perform(step) }
    }

    private func nextStep() -> WorkerState.Step? {
        // If all steps are synchronous, the subscriber has not received the disposable yet.
        if observer.isDisposed { dispose() }
        return lock.withLock {
            let step = state.next(isPaused: observer.isPaused)
            if step == nil { isDriving = false }
            return step
        }
    }

    private func change(_ change: (inout WorkerState) -> Void) {
        lock.withLock { change(&state) }
        drive()
    }

    private func perform(_ step: WorkerState.Step) {
        switch step {
        case .start(let message):
            start(message)
        case .poll(let count):
            poll(count)
        case .wait(let delay):
            keep(work.scheduler.schedule(after: delay) { self.change { $0.wake() } }, as: \.wait)
        case .park:
            if !observer.park({ self.change { $0.resume() } }) { lock.withLock { state.resume() } }
        case .abandon:
            abandon()
        case .emit(let event):
            observer.onNext(event)
        case .end(let error):
            dispose()
            if let error { observer.onError(error) } else { observer.onCompleted() }
        }
    }

    private func poll(_ count: Int) {
        let now = work.scheduler.now
        lock.withLock { requestTime = now }
        let subscription = work.fetch(count).subscribe { event in
            switch event {
            case .next(let messages):
                self.change { $0.arrived(messages) }
            case .error(let error):
                let isTransient = (error as? APIError)?.isTransient == true
                self.change { $0.pollFailed(error, isTransient: isTransient) }
            case .completed:
                break
            }
        }
        keep(subscription, as: \.poll)
    }

    private func start(_ message: QueueMessage) {
        let (number, requestTime) = lock.withLock {
            lastNumber += 1
            return (lastNumber, self.requestTime)
        }
        let leased = LeasedMessage(message, work, since: requestTime) { event in
            self.lock.withLock { _ = self.messages.removeValue(forKey: number) }
            self.change { $0.finished(event) }
        }
        let isLate = lock.withLock {
            if !handles.isClosed { messages[number] = leased }
            return handles.isClosed
        }
        if !isLate { leased.start() }
    }

    private func abandon() {
        let messages = lock.withLock {
            defer { self.messages = [:] }
            return self.messages
        }
        for message in messages.values { message.dispose() }
    }

    // MARK: Disposables

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

    private func take(_ path: WritableKeyPath<Handles, Disposable?>) -> Disposable? {
        lock.withLock { handles[keyPath: path].take() }
    }
}

internal import Rill
internal import RillHTTP

/// Gets messages, has them worked on, and tells one subscriber of it: carries out what its state decides.
final class QueueWorker: @unchecked Sendable {  // all that changes is guarded by `lock`
    /// What can be given up, beside the messages.
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
    private var messages: [Int: HeldMessage] = [:]
    private var lastNumber = 0

    /// When the messages were asked for that have come last.
    private var asked = Duration.zero

    init(_ work: QueueWork, _ observer: Observer<WorkerEvent>) {
        self.work = work
        self.observer = observer
        state = WorkerState(places: work.maxConcurrent, interval: work.polling)
    }

    /// Begins to work.
    ///
    /// - Parameter stop: Whose first value says that no more messages are wanted.
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

    /// Gives all up, in silence; the messages come back.
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

    /// Does what there is to do; one thread at a time, and never from inside itself.
    private func drive() {
        guard lock.withLock({ isDriving.claim() }) else { return }
        while let step = takeStep() { perform(step) }
    }

    private func takeStep() -> WorkerState.Step? {
        // Where nothing takes time, the handle that would say so has not even been returned.
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
        case .begin(let message):
            begin(message)
        case .poll(let count):
            poll(count)
        case .wait(let delay):
            keep(work.scheduler.schedule(after: delay) { self.change { $0.wake() } }, as: \.wait)
        case .park:
            if !observer.park({ self.change { $0.resume() } }) { lock.withLock { state.resume() } }
        case .abandon:
            abandon()
        case .tell(let event):
            observer.onNext(event)
        case .end(let error):
            dispose()
            if let error { observer.onError(error) } else { observer.onCompleted() }
        }
    }

    private func poll(_ count: Int) {
        let now = work.scheduler.now
        lock.withLock { asked = now }
        let subscription = work.fetch(count).subscribe { event in
            switch event {
            case .next(let messages):
                self.change { $0.arrived(messages) }
            case .error(let error):
                let isPassing = (error as? APIError)?.isPassing == true
                self.change { $0.missed(error, isPassing: isPassing) }
            case .completed:
                break
            }
        }
        keep(subscription, as: \.poll)
    }

    private func begin(_ message: QueueMessage) {
        let (number, asked) = lock.withLock {
            lastNumber += 1
            return (lastNumber, self.asked)
        }
        let held = HeldMessage(message, work, since: asked) { event in
            self.lock.withLock { _ = self.messages.removeValue(forKey: number) }
            self.change { $0.finished(event) }
        }
        let isLate = lock.withLock {
            if !handles.isClosed { messages[number] = held }
            return handles.isClosed
        }
        if !isLate { held.start() }
    }

    private func abandon() {
        let messages = lock.withLock {
            defer { self.messages = [:] }
            return self.messages
        }
        for message in messages.values { message.dispose() }
    }

    // MARK: Handles

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

    private func take(_ path: WritableKeyPath<Handles, Disposable?>) -> Disposable? {
        lock.withLock { handles[keyPath: path].take() }
    }
}

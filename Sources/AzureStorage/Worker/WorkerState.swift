internal import Rill

/// Who works, who is waited for, and what there is to tell: decides what a worker does next.
struct WorkerState {
    /// What to do now.
    enum Step {
        /// Begin to work on a message.
        case begin(QueueMessage)

        /// Ask for so many messages.
        case poll(Int)

        /// Say so when some time has passed.
        case wait(Duration)

        /// Say so when the subscriber goes on.
        case park

        /// Give up all messages.
        case abandon

        /// Tell the subscriber of something.
        case tell(WorkerEvent)

        /// End the stream; nothing comes after it.
        case end((any Error)?)
    }

    private enum Polling {
        /// Whenever there is a place free.
        case ready
        case asking
        /// Nothing has come.
        case disappointed
        case waiting
    }

    private let places: Int
    private let interval: PollingInterval
    private var polling = Polling.ready

    /// How long the last wait was; nil once something has come.
    private var wait: Duration?
    private var arrived: ArraySlice<QueueMessage> = []

    /// How many messages there are that nothing can be told of yet.
    private var running = 0
    private var events: [WorkerEvent] = []
    private var isParked = false
    private var isStopping = false
    private var failure: (any Error)?
    private var isOver = false

    /// The most that the service gives at a time.
    private static let batch = QueueClient.counts.upperBound

    init(places: Int, interval: PollingInterval) {
        self.places = places
        self.interval = interval
    }

    // MARK: What to do

    /// What is to be done; nil if there is nothing more just now.
    ///
    /// - Parameter isPaused: Whether the subscriber wants nothing for the moment.
    /// - Returns: The step.
    mutating func next(isPaused: Bool) -> Step? {
        guard !isOver else { return nil }
        if failure != nil, running > 0 {
            running = 0
            arrived = []
            return .abandon
        }
        if let message = arrived.popFirst() { return .begin(message) }
        if case .disappointed = polling, failure == nil, !isStopping {
            let delay = interval.next(after: wait)
            wait = delay
            polling = .waiting
            return .wait(delay)
        }
        guard let kind = wanted else { return nil }
        if isPaused { return isParked.claim() ? .park : nil }
        switch kind {
        case .tell:
            return .tell(events.removeFirst())
        case .end:
            isOver = true
            return .end(failure)
        case .poll:
            polling = .asking
            return .poll(min(places - running, Self.batch))
        }
    }

    private enum Wish { case tell, end, poll }

    /// What there would be to do for a subscriber who is not paused.
    private var wanted: Wish? {
        if !events.isEmpty { return .tell }
        if failure != nil { return .end }
        if isStopping {
            // What is on its way has been taken out of the queue already.
            if case .asking = polling { return nil }
            return running == 0 ? .end : nil
        }
        if case .ready = polling, running < places { return .poll }
        return nil
    }

    // MARK: What came of it

    /// A poll was answered.
    mutating func arrived(_ messages: [QueueMessage]) {
        guard case .asking = polling else { return }
        polling = messages.isEmpty ? .disappointed : .ready
        guard !messages.isEmpty else { return }
        wait = nil
        // What was not asked for is left to come back.
        arrived.append(contentsOf: messages.prefix(places - running))
        running += arrived.count
    }

    /// A poll has failed.
    mutating func missed(_ error: any Error, isPassing: Bool) {
        guard case .asking = polling else { return }
        polling = .disappointed
        if isPassing {
            events.append(.unreachable(error))
        } else {
            fail(error)
        }
    }

    /// The time that was asked for has passed.
    mutating func wake() {
        if case .waiting = polling { polling = .ready }
    }

    /// The subscriber goes on.
    mutating func resume() {
        isParked = false
    }

    /// Something has become of a message.
    mutating func finished(_ event: WorkerEvent) {
        guard failure == nil else { return }
        running -= 1
        events.append(event)
    }

    /// What runs is to be finished, and nothing begun.
    mutating func stop() {
        isStopping = true
    }

    /// The stream is to fail.
    mutating func fail(_ error: any Error) {
        failure = failure ?? error
    }

    /// Somebody has given up on it.
    mutating func dispose() {
        isOver = true
    }
}

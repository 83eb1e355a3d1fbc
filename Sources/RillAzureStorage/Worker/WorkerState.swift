/// A state machine that determines the next step of a worker.
struct WorkerState {
    /// A message that the worker has received.
    struct Delivery {
        /// A number that identifies the delivery within the worker.
        let number: Int
        let message: QueueMessage

        /// The time of the receive request.
        let requestTime: Duration
    }

    /// The next step to perform.
    enum Step {
        /// Start processing a message.
        case start(Delivery)

        /// Request a number of messages.
        case poll(Int)

        /// Call `wake()` after a delay.
        case wait(Duration)

        /// Call `resume()` when the subscriber resumes.
        case park

        /// Dispose all messages in progress.
        case abandon

        /// Emit an event.
        case emit(WorkerEvent)

        /// Terminate the stream. This is the last step.
        case end((any Error)?)
    }

    private enum Polling {
        /// A request can be sent when capacity is available.
        case ready
        case requesting
        /// The last request returned no messages or failed.
        case empty
        case waiting
    }

    private let capacity: Int
    private let interval: PollingInterval
    private var polling = Polling.ready

    /// The last delay, or `nil` after messages have arrived.
    private var wait: Duration?
    private var arrived: ArraySlice<Delivery> = []
    private var deliveryCount = 0

    /// The number of messages without an event.
    private var running = 0
    private var events: [WorkerEvent] = []
    private var isParked = false
    private var isStopping = false
    private var failure: (any Error)?
    private var hasEnded = false

    /// The maximum number of messages per receive request.
    private static let batch = QueueClient.counts.upperBound

    init(capacity: Int, interval: PollingInterval) {
        self.capacity = capacity
        self.interval = interval
    }

    // MARK: Steps

    /// Returns the next step, or `nil` if no step is due until the state changes.
    ///
    /// - Parameter isPaused: Whether the subscriber has paused the stream.
    /// - Returns: The step.
    mutating func next(isPaused: Bool) -> Step? {
        guard !hasEnded else { return nil }
        if failure != nil, running > 0 {
            running = 0
            arrived = []
            return .abandon
        }
        if let delivery = arrived.popFirst() { return .start(delivery) }
        if case .empty = polling, failure == nil, !isStopping {
            let delay = interval.next(after: wait)
            wait = delay
            polling = .waiting
            return .wait(delay)
        }
        guard let action = unpausedAction else { return nil }
        if isPaused { return isParked.claim() ? .park : nil }
        switch action {
        case .emit:
            return .emit(events.removeFirst())
        case .end:
            hasEnded = true
            return .end(failure)
        case .poll:
            polling = .requesting
            return .poll(min(capacity - running, Self.batch))
        }
    }

    private enum Action { case emit, end, poll }

    /// The next action if the subscriber is not paused.
    private var unpausedAction: Action? {
        if !events.isEmpty { return .emit }
        if failure != nil { return .end }
        if isStopping {
            // Messages of a pending response are already invisible to other clients and must be processed.
            if case .requesting = polling { return nil }
            return running == 0 ? .end : nil
        }
        if case .ready = polling, running < capacity { return .poll }
        return nil
    }

    // MARK: Results

    /// Records the messages of a successful receive request.
    mutating func arrived(_ messages: [QueueMessage], requestTime: Duration) {
        guard case .requesting = polling else { return }
        polling = messages.isEmpty ? .empty : .ready
        guard !messages.isEmpty else { return }
        wait = nil
        // Excess messages become visible again after their visibility timeout.
        for message in messages.prefix(capacity - running) {
            deliveryCount += 1
            arrived.append(Delivery(number: deliveryCount, message: message, requestTime: requestTime))
        }
        running += arrived.count
    }

    /// Records the failure of a receive request.
    mutating func pollFailed(_ error: any Error, isTransient: Bool) {
        guard case .requesting = polling else { return }
        polling = .empty
        if isTransient {
            events.append(.unreachable(error))
        } else {
            fail(error)
        }
    }

    /// Records that the delay of a `wait` step has passed.
    mutating func wake() {
        if case .waiting = polling { polling = .ready }
    }

    /// Records that the subscriber has resumed the stream.
    mutating func resume() {
        isParked = false
    }

    /// Records the event that ends the processing of a message.
    mutating func finished(_ event: WorkerEvent) {
        guard failure == nil else { return }
        running -= 1
        events.append(event)
    }

    /// Stops receiving messages, and finishes the messages in progress.
    mutating func stop() {
        isStopping = true
    }

    /// The stream is to fail.
    mutating func fail(_ error: any Error) {
        failure = failure ?? error
    }

    /// The stream has been disposed.
    mutating func dispose() {
        hasEnded = true
    }
}

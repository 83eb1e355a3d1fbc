internal import Rill

/// The events that the subscription of a reader has received and the test has not read yet.
///
/// The source is paused as soon as an event arrives, and resumed when the inbox is empty again. A source that supports
/// back-pressure is therefore at most one event ahead of the test.
final class ReaderInbox<Element: Sendable>: @unchecked Sendable {  // guarded by `condition`, except `subscription`
    /// An event, with its virtual time if the reader has a virtual clock.
    struct Entry {
        let event: Event<Element>
        let time: TestTime?

        /// The real time at which the event arrived.
        let arrival = ContinuousClock.now

        /// The text of the event in failure messages: `next(1) at tick 4`.
        var text: String { describe(event: event) + suffix }

        /// The time of the event as it is appended in failure messages.
        var suffix: String { time.map { " at \($0)" } ?? "" }
    }

    private let condition = Condition()
    private let scheduler: TestScheduler?
    private var unread: [Entry] = []
    private var read: [Entry] = []

    /// The subscription of the reader.
    ///
    /// Set once, before the subscription is opened.
    weak var subscription: PausableSubscription<Element>?

    init(_ scheduler: TestScheduler?) {
        self.scheduler = scheduler
    }

    /// The events that the test has not read yet.
    var entries: [Entry] { condition.withLock { unread } }

    var isEmpty: Bool { condition.withLock { unread.isEmpty } }

    /// The last events that the test has read, in order.
    ///
    /// At most four.
    var history: [Entry] { condition.withLock { read } }

    /// Adds an event.
    func receive(_ event: Event<Element>) {
        let entry = Entry(event: event, time: scheduler?.time)
        // Pauses before the event is added. Otherwise, the test could read the event and resume the source before this
        // pause.
        subscription?.pause()
        condition.withLock { unread.append(entry) }
        condition.broadcast()
    }

    /// Removes the next event, and resumes the source if no unread events remain.
    func take() -> Entry? {
        let (entry, isLast) = condition.withLock {
            let entry = unread.isEmpty ? nil : unread.removeFirst()
            if let entry { read = read.suffix(3) + [entry] }
            return (entry, unread.isEmpty)
        }
        if let entry, isLast, !entry.event.isTerminal { subscription?.open() }
        return entry
    }

    /// Suspends the task until an event arrives, a duration elapses, or the task is canceled.
    func wait(_ duration: Duration) async {
        _ = await condition.wait(timeout: duration) { [self] in !unread.isEmpty }
    }
}

internal import Rill

/// The events that a reader's subscription has received and that the test has not read.
///
/// The source is paused as soon as an event arrives, and resumed when the inbox is empty again. A source that supports
/// back-pressure is therefore at most one event ahead of the test.
final class ReaderInbox<Element: Sendable>: @unchecked Sendable {  // guarded by `condition`, except `subscription`
    /// An event, and its virtual time if there is one.
    struct Entry {
        let event: Event<Element>
        let time: TestTime?

        /// The real time at which the event arrived.
        let arrival = ContinuousClock.now

        /// The text of the event in failure messages: `next(1) at tick 4`.
        var text: String { describe(event: event) + suffix }

        /// The text of the event with its dynamic type.
        var preciseText: String { describe(event: event, isPrecise: true) + suffix }

        /// The time in failure messages.
        var suffix: String { time.map { " at \($0)" } ?? "" }
    }

    private let condition = Condition()
    private let scheduler: TestScheduler?
    private var unread: [Entry] = []
    private var read: [Entry] = []

    /// The subscription of the reader.
    ///
    /// Set once, before it is opened.
    weak var subscription: PausableSubscription<Element>?

    init(_ scheduler: TestScheduler?) {
        self.scheduler = scheduler
    }

    /// The events that the test has not read.
    var entries: [Entry] { condition.withLock { unread } }

    var isEmpty: Bool { condition.withLock { unread.isEmpty } }

    /// The last events that the test has read, in order: at most four.
    var history: [Entry] { condition.withLock { read } }

    /// Adds an event.
    func receive(_ event: Event<Element>) {
        let entry = Entry(event: event, time: scheduler?.time)
        // Before the event is added, so that the pause cannot follow the resumption by a test that has read the event.
        subscription?.pause()
        condition.withLock { unread.append(entry) }
        condition.broadcast()
    }

    /// Removes the next event, and resumes the source if it was the last one.
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

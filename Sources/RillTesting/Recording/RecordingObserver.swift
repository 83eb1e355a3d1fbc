internal import Rill

/// A subscription made by a test kit, and the events that it has received.
///
/// Create an observer with ``TestKit/observe(subscribedAt:disposedAt:file:line:_:)`` or
/// ``TestKit/observe(pace:file:line:_:)``, advance the time, and read ``recording``.
public final class RecordingObserver<Element: Sendable>: @unchecked Sendable {  // mutable state is guarded by `lock`
    private let scheduler: TestScheduler
    private let strayWaitCount: Int
    private let lock = Lock()
    private var events: [Recorded<Element>] = []
    private var subscription: Disposable?
    private var isDisposed = false

    /// The marks of a pace that have not been applied yet.
    private var marks: [Disposable] = []

    /// Whether the next event pauses the subscription.
    private var pausesAtNextEvent = false

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
        strayWaitCount = scheduler.strayWaitCount
    }

    /// The events received so far.
    public var recording: Recording<Element> { recording(stoppedBy: nil) }

    /// Returns the events received so far.
    ///
    /// - Parameter limitError: The error that describes the limit at which the recording was stopped, if any.
    func recording(stoppedBy limitError: RunLimitError?) -> Recording<Element> {
        var recording = Recording(events: lock.withLock { events }, limitError: limitError)
        recording.strayWaits = scheduler.strayWaits(after: strayWaitCount)
        return recording
    }

    /// Disposes the subscription.
    ///
    /// If it has not started, it never will.
    public func dispose() {
        let (subscription, marks) = lock.withLock {
            isDisposed = true
            return (self.subscription, takeMarks())
        }
        for mark in marks { mark.dispose() }
        subscription?.dispose()
    }

    /// Stores the scheduled marks of a pace, which are discarded when the stream terminates or the subscription is
    /// disposed.
    func keep(_ marks: [Disposable]) {
        lock.withLock { self.marks = marks }
    }

    /// Removes and returns the marks.
    ///
    /// The caller must hold the lock.
    private func takeMarks() -> [Disposable] {
        defer { marks = [] }
        return marks
    }

    func subscribe(to source: Observable<Element>, isPaused: Bool = false, file: StaticString, line: UInt) {
        guard !lock.withLock({ isDisposed }) else { return }
        let subscription = scheduler.watching {
            source.subscribe(isPaused: isPaused, file: file, line: line) { self.append($0) }
        }
        let isLate = lock.withLock {
            self.subscription = subscription
            return isDisposed
        }
        // One of the first events disposed the observer during `subscribe`.
        if isLate { subscription.dispose() }
    }

    /// Subscribes, pauses, resumes, or disposes, according to the marks of a pace at one tick.
    ///
    /// If `[` follows `^` in the same tick, the subscription is paused from the start. If `[` follows `]`, at most one
    /// event arrives, because a source that sends its elements without delay would otherwise send all of them.
    ///
    /// - Parameters:
    ///   - marks: The characters of a `SubscriptionSpan`, in order.
    ///   - source: The stream.
    ///   - file: The file of the call site.
    ///   - line: The line of the call site.
    func apply(_ marks: [Character], to source: Observable<Element>, file: StaticString, line: UInt) {
        for (mark, next) in zip(marks, marks.dropFirst().map(Optional.some) + [nil]) {
            switch mark {
            case .paused: lock.withLock { subscription }?.pause()
            case .resumed: resume(pausingAtNextEvent: next == .paused)
            case MarbleSymbol.dispose.rawValue: dispose()
            default: subscribe(to: source, isPaused: next == .paused, file: file, line: line)
            }
        }
    }

    private func resume(pausingAtNextEvent pauses: Bool) {
        let subscription = lock.withLock {
            pausesAtNextEvent = pauses
            return self.subscription
        }
        subscription?.resume()
        lock.withLock { pausesAtNextEvent = false }
    }

    private func append(_ event: Event<Element>) {
        let time = scheduler.time
        let (paused, marks) = lock.withLock { () -> (Disposable?, [Disposable]) in
            events.append(Recorded(at: time, event))
            if event.isTerminal { return (nil, takeMarks()) }
            guard pausesAtNextEvent else { return (nil, []) }
            pausesAtNextEvent = false
            return (subscription, [])
        }
        paused?.pause()
        for mark in marks { mark.dispose() }
    }
}

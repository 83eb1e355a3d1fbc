/// A subject that emits only its last element, when it completes.
///
///     subject  -1--2--3--|
///     result   ----------(3|)    AsyncSubject<Int>()
///     later                (3|)
///
/// ![A marble diagram of `AsyncSubject`.](AsyncSubject)
///
/// Emits nothing before the terminal event. Afterward, further events are ignored, and late subscribers receive the
/// same events: the last element and completion, completion alone if there was no element, or the error alone.
/// Thread-safe. Does not support back-pressure.
public final class AsyncSubject<Element: Sendable>: Subject, @unchecked Sendable {  // guarded by `lock`
    private let hub: Hub<Element>
    private let lock = Lock()
    private var last: Element?
    private var hasEnded = false

    /// Creates a subject with no subscribers.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        hub = Hub(replay: ReplayBuffer(capacity: 1), at: OperatorCallSite("AsyncSubject", file, line))
    }

    /// Stores an element, or terminates the stream for all subscribers.
    ///
    /// - Parameter event: The event.
    public func on(_ event: Event<Element>) {
        guard event.isTerminal else { return keep(event.element) }
        let (isFirst, last) = lock.withLock {
            defer { hasEnded = true }
            return (!hasEnded, self.last.take())
        }
        guard isFirst else { return }
        // A subscriber that joins between the two calls receives the element from the hub's buffer.
        if case .completed = event, let last { hub.send(.next(last)) }
        hub.send(event)
    }

    /// Returns the observable of the subject's last element and terminal event.
    ///
    /// - Returns: A hot observable of at most one element.
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }

    private func keep(_ element: Element?) {
        // The old element is released outside the lock, because deinitializers may run user code.
        _ = lock.withLock {
            guard !hasEnded else { return element }
            defer { last = element }
            return last
        }
    }
}

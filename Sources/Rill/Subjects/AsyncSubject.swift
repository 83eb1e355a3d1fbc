/// A source that is sent to by hand, and gives its last value to all when it completes.
///
///     subject  -1--2--3--|
///     result   ----------(3|)    AsyncSubject<Int>()
///     later                (3|)
///
/// Nothing comes before the end. After it, events are ignored and a late subscriber gets the same: the last value and the
/// completion; the completion alone if there was no value; or the error alone. It may be sent to from any thread. The
/// source cannot park.
public final class AsyncSubject<Element: Sendable>: Subject, @unchecked Sendable {  // guarded by `lock`
    private let hub: Hub<Element>
    private let lock = Lock()
    private var last: Element?
    private var hasEnded = false

    /// Makes a subject with nobody subscribed.
    ///
    /// - Parameters:
    ///   - file: Where the subject is made, for traces.
    ///   - line: The line there.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        hub = Hub(capacity: 1, at: Site("AsyncSubject", file, line))
    }

    /// Keeps a value, or ends the stream for all who are subscribed.
    ///
    /// - Parameter event: A value or the end.
    public func on(_ event: Event<Element>) {
        guard event.isTerminal else { return keep(event.element) }
        let (isFirst, last) = lock.withLock {
            defer { hasEnded = true }
            return (!hasEnded, self.last.take())
        }
        guard isFirst else { return }
        // Who comes between the two gets the value from the hub's buffer.
        if case .completed = event, let last { hub.send(.next(last)) }
        hub.send(event)
    }

    /// The observable of its last value and its end.
    ///
    /// - Returns: A hot observable of at most one value.
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }

    private func keep(_ element: Element?) {
        let old = lock.withLock {
            guard !hasEnded else { return element }
            defer { last = element }
            return last
        }
        // Released after the lock: what goes may run code of the user's.
        withExtendedLifetime(old) {}
    }
}

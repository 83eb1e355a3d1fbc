/// A subject with a current element, which each new subscriber receives first.
///
///     subject  -1--2--3--|
///     result   01--2--3--|       BehaviorSubject(0)
///     later         2-3--|
///
/// ![A marble diagram of `BehaviorSubject`.](BehaviorSubject)
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. After the terminal event, further events are ignored and late subscribers receive only the terminal
/// event. Does not support back-pressure.
public final class BehaviorSubject<Element: Sendable>: Subject {
    @usableFromInline let hub: Hub<Element>
    private let current: CurrentValue<Element>

    /// Creates a subject with no subscribers.
    ///
    /// - Parameter value: The initial element.
    public init(_ value: Element, file: StaticString = #fileID, line: UInt = #line) {
        let site = OperatorCallSite("BehaviorSubject", file, line)
        hub = Hub(capacity: 1, buffer: [value], replaysAfterEnd: false, at: site)
        let current = CurrentValue(value)
        self.current = current
        // This subscriber is added first, so that an element is already current when the others receive it.
        hub.add(Observer(Scope()) { current.receive($0) })
    }

    /// Creates a subject with no subscribers.
    ///
    /// - Parameter value: The initial element.
    public convenience init(value: Element, file: StaticString = #fileID, line: UInt = #line) {
        self.init(value, file: file, line: line)
    }

    /// The current element: the element that is being delivered or, if there is none, the last element.
    ///
    /// An element that is sent while the subject delivers another becomes current when it is delivered. After
    /// completion, this is the last element. This property can be read from any thread.
    ///
    /// - Throws: The subject's error, if the subject has failed.
    public var value: Element {
        get throws { try current.get() }
    }

    /// Sends an event to all current subscribers.
    ///
    /// - Parameter event: The event.
    @inlinable
    public func on(_ event: Event<Element>) {
        hub.send(event)
    }

    /// Returns the observable of the current element and subsequent events.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

/// The current element of a subject, or its error.
private final class CurrentValue<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var result: Result<Element, any Error>

    init(_ element: Element) {
        result = .success(element)
    }

    func get() throws -> Element {
        try lock.withLock { result }.get()
    }

    func receive(_ event: Event<Element>) {
        let next: Result<Element, any Error>
        switch event {
        case .next(let element): next = .success(element)
        case .error(let error): next = .failure(error)
        case .completed: return
        }
        let old = lock.withLock {
            defer { result = next }
            return result
        }
        // Released outside the lock, because deinitializers may run user code.
        withExtendedLifetime(old) {}
    }
}

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
    private let current: ReplayBuffer<Element>

    /// Creates a subject with no subscribers.
    ///
    /// - Parameter value: The initial element.
    public init(_ value: Element, file: StaticString = #fileID, line: UInt = #line) {
        current = ReplayBuffer(capacity: 1, [value], replaysAfterEnd: false)
        hub = Hub(replay: current, at: OperatorCallSite("BehaviorSubject", file, line))
    }

    /// Creates a subject with no subscribers.
    ///
    /// - Parameter value: The initial element.
    public convenience init(value: Element, file: StaticString = #fileID, line: UInt = #line) {
        self.init(value, file: file, line: line)
    }

    /// The current element: the element that is being delivered or, if there is none, the last element.
    ///
    /// Setting the property sends the element, like `onNext(_:)`. An element that is sent while the subject delivers
    /// another becomes current when it is delivered. After the terminal event, this is the last element, and setting it
    /// has no effect. This property can be used from any thread, but a change such as `value += 1` is not atomic.
    public var value: Element {
        get { current.last }
        set { onNext(newValue) }
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

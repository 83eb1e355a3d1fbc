public import Synchronization

extension ObservableConvertible {
    /// Delivers all events, including errors, on a scheduler, in order.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.observeOn(scheduler)
    ///
    /// ![A marble diagram of `observeOn`.](observeOn)
    ///
    /// Buffers at most `bufferSize` elements. The source is paused when the buffer is three quarters full and resumed
    /// on the scheduler when it is a quarter full. If a source that does not support back-pressure fills the buffer,
    /// `onOverflow` applies. No events are delivered while the subscriber is paused. If several sources of an operator
    /// resume after a pause, the sources that follow this source wait for the scheduler and resume on it as well.
    ///
    /// ## Errors
    /// Forwards the source's error, after the preceding events. Fails with ``StreamError/Code/bufferOverflow`` if the
    /// buffer overflows.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - bufferSize: The maximum number of buffered elements. Must be at least 1. Defaults to 1,024.
    ///   - onOverflow: The strategy to use when the buffer is full. Defaults to failing.
    /// - Returns: An observable that emits the same events, except for any elements that are dropped.
    /// - Complexity: Two atomic operations per event, or a lock if the oldest elements are dropped; one scheduled work
    ///   item per batch.
    @inlinable
    @_disfavoredOverload  // see `MainActorObservable`
    public func observeOn(
        _ scheduler: any Scheduler, bufferSize: Int = 1_024, onOverflow: OverflowStrategy = .fail,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(bufferSize > 0, "observeOn: bufferSize must be at least 1, got \(bufferSize)")
        return Observable<Element> { observer in
            let site = OperatorCallSite("observeOn", file, line)
            if onOverflow == .dropOldest {
                let boundary = ObserveLatestOn(scheduler, bufferSize: bufferSize, to: observer, at: site)
                attach(Observer(boundary.gate.scope) { boundary.receive($0) })
            } else {
                let boundary = ObserveOn(
                    scheduler, bufferSize: bufferSize, dropsNewest: onOverflow == .dropNewest, to: observer, at: site)
                @inline(__always)
                @Sendable
                func receive(_ event: Event<Element>) { boundary.receive(event) }
                attach(Observer(boundary.gate.scope, send: receive))
            }
        }
    }

    /// Delivers all events on a scheduler, in order, without failing or dropping elements.
    ///
    /// The source is paused when the buffer is three quarters full. If a source that does not support back-pressure
    /// exceeds the buffer, the buffer grows.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that delivers the events.
    ///   - bufferSize: The number of elements above which the buffer grows. Must be at least 1.
    ///   - file: The file of the call, for error traces.
    ///   - line: The line of the call, for error traces.
    ///   - whenFull: A closure that is called for each element that exceeds the buffer, on the thread that emits the
    ///     element.
    /// - Returns: An observable that emits the same events.
    public func observeOn(
        _ scheduler: any Scheduler, bufferSize: Int, file: StaticString = #fileID, line: UInt = #line,
        whenFull: @escaping @Sendable () -> Void
    ) -> Observable<Element> {
        precondition(bufferSize > 0, "observeOn: bufferSize must be at least 1, got \(bufferSize)")
        return Observable<Element> { observer in
            let boundary = ObserveOn(
                scheduler, bufferSize: bufferSize, dropsNewest: false, whenFull: whenFull, to: observer,
                at: OperatorCallSite("observeOn", file, line))
            attach(Observer(boundary.gate.scope) { boundary.receive($0) })
        }
    }
}

/// The boundary between the thread that emits and the scheduler that delivers.
///
/// Subclasses store the pending events.
@usableFromInline
class DeliveryBoundary<Element: Sendable>: @unchecked Sendable {  // immutable
    /// The gate whose scope is the scope of the source.
    @usableFromInline final let gate: BackPressureGate
    final let observer: Observer<Element>
    private let scheduler: any Scheduler
    private let site: OperatorCallSite
    private let slot: SerialWork

    /// The scope in which the delivery is parked while the subscriber is paused.
    private let turn: Scope

    @usableFromInline
    init(_ scheduler: any Scheduler, bufferSize: Int, to observer: Observer<Element>, at site: OperatorCallSite) {
        scheduler.preconditionNotBlocked()
        self.scheduler = scheduler
        self.observer = observer
        self.site = site
        gate = BackPressureGate(scope: observer.scope.makeChild(), capacity: bufferSize, "observeOn")
        slot = SerialWork(in: observer.scope, at: site)
        turn = observer.scope.makeChild(resumingOn: scheduler)
    }

    /// Delivers pending events on the scheduler.
    func drain() {
        fatalError("\(Self.self) does not override drain()")
    }

    @usableFromInline
    final func schedule() {
        slot.schedule(on: scheduler) { self.drain() }
    }

    /// Delivers the rest of the pending events when the subscriber resumes.
    final func wait() {
        if !observer.scope.isStopped, !turn.park({ self.drain() }) { schedule() }
    }

    /// Stops the source.
    ///
    /// - Returns: `true` if this is the first terminal event, which is then delivered; otherwise, `false`.
    @usableFromInline
    final func end(_ event: Event<Element>) -> Bool {
        guard gate.scope.claimEnd(event) else { return false }
        if case .error = event { observer.scope.note(site, on: scheduler, from: gate.scope) }
        return true
    }
}

/// A boundary whose buffer fails, drops the newest element, or grows when it is full.
@usableFromInline
final class ObserveOn<Element: Sendable>: DeliveryBoundary<Element>, @unchecked Sendable {
    // `queue` has a single producer (the source) and a single consumer (`drain`), synchronized by the count of `gate`.
    @usableFromInline let queue = ChunkQueue<Event<Element>>()
    private let dropsNewest: Bool

    /// A closure that is called for each element that exceeds the buffer, which then grows, or `nil` if the buffer is
    /// bounded.
    private let whenFull: (@Sendable () -> Void)?

    @usableFromInline
    init(
        _ scheduler: any Scheduler, bufferSize: Int, dropsNewest: Bool, whenFull: (@Sendable () -> Void)? = nil,
        to observer: Observer<Element>, at site: OperatorCallSite
    ) {
        self.dropsNewest = dropsNewest
        self.whenFull = whenFull
        super.init(scheduler, bufferSize: bufferSize, to: observer, at: site)
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        if event.isTerminal {
            guard end(event) else { return }
        } else if gate.count.load(ordering: .relaxed) >= gate.capacity {
            guard growsOrOverflows() else { return }
        }
        queue.append(event)
        if gate.enter() == 0 { schedule() }
    }

    /// Handles an element that exceeds the buffer, and returns whether to append it anyway.
    @usableFromInline
    func growsOrOverflows() -> Bool {
        if let whenFull {
            whenFull()
            return true
        }
        if !dropsNewest { receive(.error(StreamError.bufferOverflow(of: "observeOn", capacity: gate.capacity))) }
        return false
    }

    /// Delivers pending events, at most `capacity` per run, so that other work on the scheduler is not starved.
    ///
    /// Updates the count after each slice, so that delivered events do not count as pending for long.
    override func drain() {
        var left = gate.count.load(ordering: .acquiring)
        var delivered = 0
        let scope = observer.scope
        while left > 0 {
            let slice = min(left, gate.slice)
            for index in 0..<slice {
                guard scope.isOpen else { return wait(delivered: index) }
                observer.send(queue.removeFirst())
            }
            delivered += slice
            left = gate.leave(slice)
            gate.openIfLow()
            if delivered >= gate.capacity, left > 0 { return schedule() }
        }
    }

    private func wait(delivered: Int) {
        // At least one event is still counted as pending, so no other drain can start.
        if delivered > 0 {
            gate.leave(delivered)
            gate.openIfLow()
        }
        wait()
    }
}

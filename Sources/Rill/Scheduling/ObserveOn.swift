public import Synchronization

extension ObservableConvertible {
    /// Delivers the events on a scheduler, in the same order, errors too.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.observeOn(scheduler)
    ///
    /// At most `bufferSize` values wait. At three quarters of that the source is paused, and at one quarter it goes on, on
    /// the scheduler. A source that cannot park and fills the buffer meets `onOverflow`. While the subscriber is paused,
    /// nothing is delivered.
    ///
    /// ## Errors
    /// Forwards the source's error, after the events before it; ``StreamError/Code/bufferOverflow``.
    ///
    /// - Parameters:
    ///   - scheduler: Where the events are delivered.
    ///   - bufferSize: How many values may wait, one or more.
    ///   - onOverflow: What to do with more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events; where values are dropped, of the rest of them.
    /// - Complexity: Two atomic operations per event, or a lock where the oldest are dropped; the scheduler is asked once per
    ///   batch.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/observeon.html>
    @inlinable
    public func observeOn(
        _ scheduler: any Scheduler, bufferSize: Int = 1_024, onOverflow: OverflowStrategy = .fail,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(bufferSize > 0, "observeOn needs a bufferSize of one or more, got \(bufferSize)")
        return Observable<Element> { observer in
            let site = Site("observeOn", file, line)
            if onOverflow == .dropOldest {
                let boundary = ObserveLatestOn(scheduler, bufferSize: bufferSize, to: observer, at: site)
                attach(Observer(boundary.source) { boundary.take($0) })
            } else {
                let boundary = ObserveOn(
                    scheduler, bufferSize: bufferSize, dropsNewest: onOverflow == .dropNewest, to: observer, at: site)
                attach(Observer(boundary.gauge.scope) { boundary.take($0) })
            }
        }
    }
}

/// The buffer between the thread that sends and the scheduler that delivers.
@usableFromInline
final class ObserveOn<Element: Sendable>: @unchecked Sendable {
    // `queue` has one writer, the source, and one reader, the drain; the gauge's count orders what they do.
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let gauge: Gauge
    @usableFromInline let queue = ChunkQueue<Event<Element>>()
    private let dropsNewest: Bool
    private let site: Site
    private let slot: WorkSlot

    @usableFromInline
    init(
        _ scheduler: any Scheduler, bufferSize: Int, dropsNewest: Bool, to observer: Observer<Element>, at site: Site
    ) {
        scheduler.checkThatItIsNotBlocked()
        self.scheduler = scheduler
        self.observer = observer
        self.dropsNewest = dropsNewest
        self.site = site
        gauge = Gauge(scope: observer.scope.makeChild(), capacity: bufferSize)
        slot = WorkSlot(in: observer.scope)
    }

    @inlinable
    func take(_ event: Event<Element>) {
        if event.isTerminal {
            guard end(event) else { return }
        } else if gauge.count.load(ordering: .relaxed) >= gauge.capacity {
            return overflow()
        }
        queue.append(event)
        if gauge.enter() == 0 { schedule() }
    }

    /// Stops the source.
    ///
    /// - Returns: Whether this end is the first, so that it comes out.
    @usableFromInline
    func end(_ event: Event<Element>) -> Bool {
        let isFirst = gauge.scope.stop()
        if case .error(let error) = event {
            if isFirst {
                observer.scope.note(site, on: scheduler, from: gauge.scope)
            } else {
                gauge.scope.reportUndelivered(error)
            }
        }
        return isFirst
    }

    @usableFromInline
    func overflow() {
        if !dropsNewest { take(.error(StreamError.bufferOverflow(of: "observeOn", capacity: gauge.capacity))) }
    }

    @usableFromInline
    func schedule() {
        slot.schedule(on: scheduler) { self.drain() }
    }

    /// Delivers what waits, at most a buffer's worth at a time, so that others who use the scheduler get their turn.
    ///
    /// It counts out in slices: what has been delivered must not count as waiting for long.
    @usableFromInline
    func drain() {
        var left = gauge.count.load(ordering: .acquiring)
        var delivered = 0
        let scope = observer.scope
        while left > 0 {
            let slice = min(left, gauge.slice)
            for index in 0..<slice {
                guard scope.isOpen else { return wait(delivered: index) }
                observer.send(queue.removeFirst())
            }
            delivered += slice
            left = gauge.leave(slice)
            gauge.openIfLow()
            if delivered >= gauge.capacity, left > 0 { return schedule() }
        }
    }

    @usableFromInline
    func wait(delivered: Int) {
        // At least one event is left, so nobody else begins a drain.
        if delivered > 0 {
            gauge.leave(delivered)
            gauge.openIfLow()
        }
        if !observer.scope.isStopped, !observer.scope.park({ self.schedule() }) { schedule() }
    }
}

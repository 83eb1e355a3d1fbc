internal import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Returns an observable that emits the elements of this sequence and then completes.
    ///
    ///     result   (123|)            Observable.of(1, 2, 3).values.asObservable()
    ///
    /// ![A marble diagram of `asObservable`.](asObservable)
    ///
    /// Each subscriber iterates over the sequence in a separate task that is not isolated to an actor. Disposal cancels
    /// the task. Supports back-pressure: the next element is not requested while the subscriber is paused.
    ///
    /// ## Errors
    /// Any error thrown by the sequence.
    ///
    /// - Returns: An observable of the elements. It is cold if the sequence supports multiple iterations.
    /// - Complexity: The cost of the iterator, per element.
    /// - SeeAlso: ``ObservableConvertible/values``
    public func asObservable(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        Observable { observer in
            let scope = observer.scope
            let reading = Reading()
            let task = Task {
                do {
                    var iterator = makeAsyncIterator()
                    await scope.untilOpen()
                    while !scope.isStopped, reading.begin() {
                        let element = try await iterator.next()
                        guard reading.end(), !scope.isStopped else { return }
                        guard let element else { return observer.send(.completed) }
                        observer.send(.next(element))
                        await scope.untilOpen()
                    }
                } catch {
                    _ = reading.end()
                    if !scope.isStopped {
                        observer.fail(error, at: OperatorCallSite("asObservable", file, line))
                    } else if !(error is CancellationError) {
                        scope.reportUndelivered(error)
                    }
                }
            }
            scope.onStop { if reading.stop() { task.cancel() } }
        }
    }
}

/// The state of a task that reads a sequence, which is canceled only while it waits for the next element.
///
/// At other times, the task runs the code of the subscriber, which must not find itself canceled.
private final class Reading: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case idle, waiting, stopped
    }

    private let state = Atomic(State.idle)

    /// Begins waiting, unless the subscription has ended.
    func begin() -> Bool {
        state.compareExchange(expected: .idle, desired: .waiting, ordering: .acquiringAndReleasing).exchanged
    }

    /// Stops waiting.
    ///
    /// - Returns: `false` if the subscription has ended in the meantime.
    func end() -> Bool {
        state.compareExchange(expected: .waiting, desired: .idle, ordering: .acquiringAndReleasing).exchanged
    }

    /// Ends the subscription.
    ///
    /// - Returns: `true` if the task is waiting.
    func stop() -> Bool { state.exchange(.stopped, ordering: .acquiringAndReleasing) == .waiting }
}

extension Scope {
    /// Waits until the scope is open or stopped.
    fileprivate func untilOpen() async {
        guard !isOpen, !isStopped else { return }
        await withCheckedContinuation { continuation in
            let waiter = Scope { continuation.resume() }
            let end = addAction { waiter.stop() }
            if !park({ end.dispose() }) { end.dispose() }
        }
    }
}

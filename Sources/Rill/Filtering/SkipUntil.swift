internal import Synchronization

extension ObservableConvertible {
    /// The variant for observables; see `skip(until:file:line:)`.
    ///
    /// - Parameter other: The source whose first element ends the omission.
    /// - Returns: An observable of the elements after the first element of `other`.
    public func skip<Other: Sendable>(
        until other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let site = OperatorCallSite("skip", file, line)
            let serial = SerialObserver(observer)
            let skipping = Skipping()
            let both = observer.scope.makeChild()
            let others = both.makeHoldingChild()
            other.start(
                Observer<Other>(others) { event in
                    switch event {
                    case .next:
                        skipping.hasEnded.store(true, ordering: .relaxed)
                        others.stop()
                    case .error(let error):
                        guard others.beginStop() else { return others.reportUndelivered(error) }
                        both.beginStop()
                        serial.fail(error, from: others, at: site)
                    case .completed:
                        others.stop()
                    }
                })
            let source = both.makeChild()
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    if event.isTerminal {
                        both.beginStop()
                    } else if !skipping.hasEnded.load(ordering: .relaxed) {
                        return
                    }
                    serial.forward(event, from: source, at: site)
                })
        }
    }

    /// Omits elements until another source emits an element.
    ///
    ///     source   -1--2--3--4--|
    ///     other    -----x
    ///     result   -------3--4--|    source.skip(until: other)
    ///
    /// ![A marble diagram of `skip`.](skip-until)
    ///
    /// `other` is subscribed to first, and disposed after its first element. If it completes without emitting an element,
    /// all elements are omitted.
    ///
    /// ## Errors
    /// Forwards the error of the source, and an error of `other` that arrives before its first element.
    ///
    /// - Parameter other: The source whose first element ends the omission.
    /// - Returns: An observable of the elements after the first element of `other`.
    /// - Complexity: O(1) per element.
    @_disfavoredOverload  // keeps type checking fast
    public func skip(
        until other: some ObservableConvertible, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        skip(until: other.asObservable(), file: file, line: line)
    }
}

private final class Skipping: Sendable {
    let hasEnded = Atomic(false)
}

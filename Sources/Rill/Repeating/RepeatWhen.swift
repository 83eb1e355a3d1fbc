extension ObservableConvertible {
    /// Resubscribes to a completed source each time a trigger emits an element.
    ///
    ///     source   -1|
    ///     source      -2|
    ///     source         -3|
    ///     result   -1--2--3|         source.repeat(when: { $0.take(2).delay(.seconds(1), scheduler: scheduler) })
    ///
    /// ![A marble diagram of `repeat`.](repeat-when)
    ///
    /// The trigger is derived from an observable that emits the last element of each completed run, or `nil` if the run
    /// had no elements. After a completion, the trigger's next element resubscribes to the source, its completion
    /// completes the result, and its error fails the result. The trigger is paused while a run is active. If it does
    /// not support back-pressure, elements that it emits during a run are ignored, and a terminal event takes effect at
    /// the next completion. The closure is called once per subscriber, and its trigger is subscribed to before the
    /// source.
    ///
    /// ## Errors
    /// Any error of the source or the trigger, and any error thrown by `handler`.
    ///
    /// - Parameter handler: A closure that returns the trigger for the observable of the last elements.
    /// - Returns: An observable of the elements of all runs.
    /// - Complexity: O(1) per element. Runs are executed in a loop, not recursively.
    public func `repeat`<Trigger: Sendable>(
        when handler: @escaping @Sendable (Observable<Element?>) throws -> Observable<Trigger>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let last = SerialState<Element?>(nil)
            let source = Observable { run in
                last.value = nil
                noting(last).start(run)
            }
            source.resubscribe(observer, at: OperatorCallSite("repeat", file, line), when: handler) { end in
                if case .completed = end { .some(last.value) } else { nil }
            }
        }
    }

    /// Resubscribes to a completed source each time a trigger of any type emits an element; see
    /// `repeat(when:file:line:)`.
    ///
    /// - Parameter handler: A closure that returns the trigger for the observable of the last elements.
    /// - Returns: An observable of the elements of all runs.
    @_disfavoredOverload  // keeps type checking fast
    public func `repeat`<Trigger: ObservableConvertible>(
        when handler: @escaping @Sendable (Observable<Element?>) throws -> Trigger,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        `repeat`(when: { try handler($0).asObservable() }, file: file, line: line)
    }
}

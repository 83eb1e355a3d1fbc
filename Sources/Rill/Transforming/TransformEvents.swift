extension ObservableConvertible {
    /// Transforms each event with a closure.
    ///
    /// Use this operator to write operators that have one source.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.transformEvents("same") { event, observer in observer.on(event) }
    ///
    /// ![A marble diagram of `transformEvents`.](transformEvents)
    ///
    /// The closure receives the elements and the terminal event, and sends any number of events before it returns. It
    /// must not store the observer to send events later, for example from a timer. If it sends a terminal event, the
    /// source is disposed, and events that follow are ignored. Pauses of the subscriber are forwarded to the source.
    /// See <doc:WritingAnOperator>.
    ///
    /// ## Errors
    /// Any error that `handle` throws or sends. The closure decides how to handle the source's error.
    ///
    /// - Parameters:
    ///   - name: The name of the operator in error traces.
    ///   - file: The file of the operator's call site.
    ///   - line: The line of the operator's call site.
    ///   - handle: A closure that receives an event of the source, and the observer to which it sends events.
    /// - Returns: An observable of the events that the closure sends.
    /// - Complexity: The cost of the closure, per event.
    /// - SeeAlso: RxJava's `lift`
    @inlinable
    public func transformEvents<Result: Sendable>(
        _ name: StaticString, file: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping @Sendable (Event<Element>, Observer<Result>) throws -> Void
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            attach(observer.transforming(at: OperatorCallSite(name, location), handle))
        }
    }

    /// Transforms each event with a closure that has separate state for each subscription.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.transformEvents("same", initialState: 0) { $2.on($1) }
    ///
    /// ![A marble diagram of `transformEvents`.](transformEvents-2)
    ///
    /// Events of one subscription do not overlap, so the state needs no lock. Otherwise, this operator behaves like
    /// `transformEvents(_:file:line:_:)`.
    ///
    /// ## Errors
    /// Any error that `handle` throws or sends. The closure decides how to handle the source's error.
    ///
    /// - Parameters:
    ///   - name: The name of the operator in error traces.
    ///   - file: The file of the operator's call site.
    ///   - line: The line of the operator's call site.
    ///   - initialState: The initial state of a subscription, evaluated for each subscriber.
    ///   - handle: A closure that receives the state, an event of the source, and the observer to which it sends events.
    /// - Returns: An observable of the events that the closure sends.
    /// - Complexity: The cost of the closure, per event.
    /// - SeeAlso: RxJava's `lift`
    @inlinable
    public func transformEvents<State: Sendable, Result: Sendable>(
        _ name: StaticString, file: StaticString = #fileID, line: UInt = #line,
        initialState: @autoclosure @escaping @Sendable () -> State,
        _ handle: @escaping @Sendable (inout State, Event<Element>, Observer<Result>) throws -> Void
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let state = SerialState(initialState())
            attach(
                observer.transforming(at: OperatorCallSite(name, location)) { event, result in
                    try handle(&state.value, event, result)
                })
        }
    }

    /// Transforms each event with a closure in the scope of the subscriber, without the child scope of `transformEvents`.
    ///
    /// The closure must not send a terminal event before the source has ended. To fail earlier, the closure throws an
    /// error.
    ///
    /// ## Errors
    /// Any error that `handle` throws or sends. The closure decides how to handle the source's error.
    ///
    /// - Parameters:
    ///   - name: The name of the operator in error traces.
    ///   - handle: A closure that receives an event of the source, and the observer to which it sends events.
    /// - Returns: An observable of the events that the closure sends.
    @inlinable
    package func transformEventsInPlace<Result: Sendable>(
        _ name: StaticString, file: StaticString = #fileID, line: UInt = #line,
        _ handle: @escaping @Sendable (Event<Element>, Observer<Result>) throws -> Void
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    do {
                        try handle(event, observer)
                    } catch {
                        observer.fail(error, at: OperatorCallSite(name, location))
                    }
                })
        }
    }
}

extension Observer {
    /// Returns the observer that an operator passes to its source, with a closure that transforms the events.
    ///
    /// The source is stopped by the first terminal event that the closure sends, or by an error that it throws.
    @inlinable
    func transforming<Input>(
        at site: OperatorCallSite, _ handle: @escaping @Sendable (Event<Input>, Observer) throws -> Void
    ) -> Observer<Input> {
        let source = scope.makeChild()
        let result = Observer(source) { event in
            if event.isTerminal {
                if source.claimEnd(event) { forward(event, from: source, at: site) }
            } else if !source.isStopped {
                send(event)
            }
        }
        return Observer<Input>(source) { event in
            if source.isStopped { return source.reportUndelivered(event) }
            do {
                try handle(event, result)
            } catch {
                result.send(.error(error))
            }
        }
    }
}

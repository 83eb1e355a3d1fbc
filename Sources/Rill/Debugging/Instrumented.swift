extension ObservableConvertible {
    /// Reports the subscriptions to the stream, and the activity upstream of this operator, to an instrument.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.instrumented(by: Counter(), name: "numbers")
    ///
    /// ![A marble diagram of `instrumented`.](instrumented-by)
    ///
    /// The instrument receives the beginning and the outcome of each subscription, the kinds of its events, and the
    /// checkpoints, scheduler hops, retries, and pauses upstream of this operator. The source of `share` or `multicast`
    /// has a separate subscription: to observe it, place this operator upstream of them.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - instrument: The instrument.
    ///   - name: The name of the subscriptions. Must not contain secrets. Defaults to `nil`, which means the source
    ///     location.
    ///   - file: The file of the call site.
    ///   - line: The line of the call site.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scope per subscription; one call to the instrument per event.
    public func instrumented(
        by instrument: any Instrument, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        instrumented(by: [instrument], name: name ?? "\(file):\(line)", CallSite(file, line))
    }

    /// Reports the subscriptions to the stream to several instruments, with the same subscription IDs and the call site of
    /// the enclosing subscription.
    package func instrumented(by instruments: [any Instrument], name: String) -> Observable<Element> {
        instrumented(by: instruments, name: name, nil)
    }

    private func instrumented(
        by instruments: [any Instrument], name: String, _ location: CallSite?
    ) -> Observable<Element> {
        Observable<Element> { observer in
            guard !ThreadLocal.isInInstrument else { return attach(observer) }
            let instrumentation = Instrumentation(
                instruments, name: name, location ?? observer.scope.enclosingCallSite, context: observer.context,
                outer: observer.scope.instrumentation)
            let scope = observer.scope.makeIntermediate(instrumentation)
            scope.onStop { instrumentation.end(.disposed) }
            attachReporting(Observer(scope, send: observer.send))
        }
    }

    /// Connects an observer whose scope is recorded or has its own instruments.
    @usableFromInline
    @inline(never)
    func attachReporting(_ observer: Observer<Element>) {
        let instrumentation = observer.scope.instrumentation.flatMap { $0.begin() ? $0 : nil }
        // A part of a subscription has no separate record.
        let record = observer.scope.isObserved ? observer.scope.attributes?.values.record : nil
        guard instrumentation != nil || record != nil else { return attach(observer) }
        attach(
            Observer(observer.scope) { event in
                if event.isTerminal { record?.registry?.begin() } else { record?.countElement() }
                instrumentation?.pass(event)
                observer.send(event)
                if event.isTerminal { record?.registry?.finish() }
            })
    }
}

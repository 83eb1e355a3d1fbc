public import Synchronization

extension ObservableConvertible {
    /// Transforms each element into an observable, and emits only the elements of the latest one.
    ///
    ///     source   -1---2-------|
    ///     other     -x-x!
    ///     other         -x-x-x|
    ///     result   --1-1-2-2-2--|    source.flatMapLatest { number in other.map { _ in number } }
    ///
    /// ![A marble diagram of `flatMapLatest`.](flatMapLatest)
    ///
    /// The previous inner observable is disposed. Completes when the source and the latest inner observable have
    /// completed.
    ///
    /// ## Errors
    /// Forwards the error of the source or the latest inner observable, and any error thrown by `transform`.
    ///
    /// - Parameter transform: A closure that returns the inner observable for an element.
    /// - Returns: An observable of the elements of the latest inner observable.
    /// - Complexity: Two atomic operations per element.
    @inlinable
    public func flatMapLatest<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        Observable<Result> { observer in
            let latest = FlatMapLatest(observer, at: OperatorCallSite("flatMapLatest", file, line))
            let current = SerialState<Scope?>(nil)
            let source = latest.source
            let take: @Sendable (Event<Element>) -> Void = { event in
                switch event {
                case .next(let element):
                    current.value?.stopAndRelease()
                    let inner: Observable<Result>
                    do {
                        inner = try transform(element)
                    } catch {
                        return latest.endSource(with: error)
                    }
                    let scope = latest.gate.scope.makeChild()
                    current.value = scope
                    latest.send(.began(scope))
                    inner.start(
                        Observer(scope) { event in
                            // The error of an inner observable that has been replaced is dropped.
                            if event.isTerminal, scope.beginStop() { latest.turn.stopHolding(for: event) }
                            if case .error = event { latest.gate.scope.note(latest.site, from: scope) }
                            latest.send(.inner(scope, event))
                        })
                case .error, .completed:
                    latest.endSource(with: event.error, from: source)
                }
            }
            attach(Observer(source, send: take))
        }
    }

    /// Emits the elements of the latest inner source of any type, such as a subject; see `flatMapLatest(_:file:line:)`.
    ///
    /// - Parameter transform: A closure that returns the inner source for an element.
    /// - Returns: An observable of the elements of the latest inner source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func flatMapLatest<Source: ObservableConvertible>(
        _ transform: @escaping @Sendable (Element) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Source.Element> {
        flatMapLatest({ try transform($0).asObservable() }, file: file, line: line)
    }
}

@usableFromInline
final class FlatMapLatest<Result: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline
    enum Message: Sendable {
        case began(Scope)
        case inner(Scope, Event<Result>)
        case sourceEnded((any Error)?)
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let output: SerialObserver<Result>
    @usableFromInline var running: Scope?
    @usableFromInline var sourceHasCompleted = false
    @usableFromInline let sourceHasFailed = Atomic(false)

    /// The back-pressure gate, whose scope is the parent of the scopes of the source and the inner observable.
    @usableFromInline let gate: BackPressureGate
    @usableFromInline let source: Scope
    @usableFromInline let site: OperatorCallSite

    @inlinable
    init(_ observer: Observer<Result>, at site: OperatorCallSite) {
        self.site = site
        output = SerialObserver(observer)
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
        source = gate.scope.makeChild()
    }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    var downstream: Scope? { output.observer.scope }

    @inlinable
    var usesTrampoline: Bool { output.usesTrampoline }

    /// Handles the end of the source, or an error of `transform`.
    ///
    /// An error ends the holding of messages for a paused subscriber.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` if the source has completed.
    ///   - origin: The scope in which the error originates. Defaults to `nil`, which means this operator.
    @inlinable
    func endSource(with error: (any Error)?, from origin: Scope? = nil) {
        source.beginStop()
        if error != nil {
            sourceHasFailed.store(true, ordering: .releasing)
            turn.stopHolding()
            gate.scope.note(site, from: origin)
        }
        send(.sourceEnded(error))
    }

    @inlinable
    func deliver(_ message: Message) {
        switch message {
        case .began(let inner):
            running = inner
        case .inner(let inner, let event):
            guard inner === running else {
                // The error has been dropped, so it must not end the holding of other messages.
                if case .error = event, !sourceHasFailed.load(ordering: .acquiring) { turn.startHolding() }
                return
            }
            guard case .completed = event else { return forward(event) }
            running = nil
            if sourceHasCompleted { output.send(.completed) } else { inner.finishStop() }
        case .sourceEnded(let error):
            if let error { return forward(.error(error)) }
            sourceHasCompleted = true
            if running == nil { output.send(.completed) } else { source.finishStop() }
        }
    }

    @inlinable
    func forward(_ event: Event<Result>) {
        if case .error = event { output.observer.scope.adopt(from: gate.scope) }
        output.send(event)
    }
}

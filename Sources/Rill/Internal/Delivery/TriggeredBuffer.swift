/// Collects elements and emits them when a trigger emits, for `sample` and `buffer(boundary:)`.
@usableFromInline
final class TriggeredBuffer<Element: Sendable, Result: Sendable>: DrainLoop, @unchecked Sendable {
    // `elements` and `hasEnded` are guarded by `turn`.
    @usableFromInline
    enum Message: Sendable {
        case element(Element)
        case trigger
        case failed(any Error, from: Scope)
        case completed
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let observer: Observer<Result>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let result: @Sendable ([Element]) -> Result

    /// Whether only the last element is kept, which is not emitted when the source completes.
    @usableFromInline let keepsLast: Bool
    @usableFromInline let gate: BackPressureGate
    @usableFromInline var elements: [Element] = []
    @usableFromInline var hasEnded = false

    @inlinable
    init(
        to observer: Observer<Result>, at site: OperatorCallSite, keepsLast: Bool,
        _ result: @escaping @Sendable ([Element]) -> Result
    ) {
        self.observer = observer
        self.site = site
        self.keepsLast = keepsLast
        self.result = result
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
    }

    @inlinable
    var usesTrampoline: Bool { observer.scope.usesTrampoline }
    @inlinable
    var backPressureGate: BackPressureGate? { gate }
    @inlinable
    var downstream: Scope? { observer.scope }

    /// Subscribes to the source and then to the trigger.
    @inlinable
    func subscribe<Trigger>(to source: some ObservableConvertible<Element>, _ trigger: Observable<Trigger>) {
        let elements = gate.scope.makeChild()
        source.attach(
            Observer(elements) { event in
                switch event {
                case .next(let element): self.send(.element(element))
                case .error(let error): self.terminate(with: .failed(error, from: elements))
                case .completed: self.terminate(with: .completed)
                }
            })
        let triggers = gate.scope.makeChild()
        guard !triggers.isStopped else { return }
        trigger.start(
            Observer(triggers) { event in
                switch event {
                case .next: self.send(.trigger)
                case .error(let error): self.terminate(with: .failed(error, from: triggers))
                case .completed: triggers.stop()
                }
            })
    }

    /// Stops both sources, and terminates the result after any pending messages.
    @inlinable
    func terminate(with message: Message) {
        gate.scope.beginStop()
        if case .failed = message { turn.stopHolding() }
        send(message)
    }

    @inlinable
    func deliver(_ message: Message) {
        guard !hasEnded, !observer.scope.isStopped else {
            if case .failed(let error, let source) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .element(let element):
            if keepsLast { elements.removeAll(keepingCapacity: true) }
            elements.append(element)
        case .trigger:
            emit()
        case .failed(let error, let source):
            hasEnded = true
            observer.fail(error, from: source, at: site)
        case .completed:
            if !keepsLast { emit() }
            hasEnded = true
            if !observer.scope.isStopped { observer.send(.completed) }
        }
    }

    @inlinable
    func emit() {
        guard !elements.isEmpty else { return }
        let collected = elements
        elements = []
        observer.send(.next(result(collected)))
    }
}

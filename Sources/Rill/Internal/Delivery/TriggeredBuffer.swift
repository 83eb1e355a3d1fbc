/// Collects elements and emits them when a trigger emits, for `sample` and `buffer(boundary:)`.
final class TriggeredBuffer<Element: Sendable, Result: Sendable>: DrainLoop, @unchecked Sendable {
    // `elements` and `hasEnded` are guarded by `turn`.
    enum Message: Sendable {
        case element(Element)
        case trigger
        case failed(any Error, from: Scope)
        case completed
    }

    let turn = Turn<Message>()
    private let observer: Observer<Result>
    private let site: OperatorCallSite
    private let result: @Sendable ([Element]) -> Result

    /// Whether only the last element is kept, which is not emitted when the source completes.
    private let keepsLast: Bool
    private let gate: BackPressureGate
    private var elements: [Element] = []
    private var hasEnded = false

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

    var usesTrampoline: Bool { observer.scope.usesTrampoline }
    var backPressureGate: BackPressureGate? { gate }
    var downstream: Scope? { observer.scope }

    /// Subscribes to the source and then to the trigger.
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
    private func terminate(with message: Message) {
        gate.scope.beginStop()
        if case .failed = message { turn.stopHolding() }
        send(message)
    }

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

    private func emit() {
        guard !elements.isEmpty else { return }
        let collected = elements
        elements = []
        observer.send(.next(result(collected)))
    }
}

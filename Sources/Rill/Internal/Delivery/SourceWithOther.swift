/// The state of `withLatestFrom`, `sample`, and `buffer(boundary:)`, which combine a source with another one.
///
/// The result ends with the source, and continues if the other source completes.
@usableFromInline
final class SourceWithOther<Element: Sendable, Other: Sendable, Stored, Result: Sendable>: ObserverDrainLoop,
    @unchecked Sendable  // `stored` and `hasEnded` are guarded by `turn`
{
    @usableFromInline
    enum Message: Sendable {
        case element(Element)
        case other(Other)
        case failed(any Error, from: Scope)
        case completed
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let observer: Observer<Result>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let update: @Sendable (inout Stored, Message) throws -> Result?

    /// The back-pressure gate, whose scope is the parent of the scopes of both sources.
    @usableFromInline let gate: BackPressureGate
    @usableFromInline @exclusivity(unchecked) var stored: Stored
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    /// - Parameters:
    ///   - observer: The observer of the result.
    ///   - site: The call site of the operator.
    ///   - stored: The initial value that `update` receives.
    ///   - update: A closure that receives each element of both sources, and the completion of the source. It returns the
    ///     element to emit, or `nil` if there is none.
    @inlinable
    init(
        to observer: Observer<Result>, at site: OperatorCallSite, storing stored: Stored,
        _ update: @escaping @Sendable (inout Stored, Message) throws -> Result?
    ) {
        self.observer = observer
        self.site = site
        self.stored = stored
        self.update = update
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
    }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    func startSource(_ source: some ObservableConvertible<Element>) {
        let scope = gate.scope.makeChild()
        guard !scope.isStopped else { return }
        source.attach(
            Observer(scope) { event in
                switch event {
                case .next(let element): self.send(.element(element))
                case .error(let error): self.terminate(with: .failed(error, from: scope))
                case .completed: self.terminate(with: .completed)
                }
            })
    }

    @inlinable
    func startOther(_ other: Observable<Other>) {
        let scope = gate.scope.makeHoldingChild()
        guard !scope.isStopped else { return }
        other.start(
            Observer(scope) { event in
                switch event {
                case .next(let element): self.send(.other(element))
                case .error(let error): self.terminate(with: .failed(error, from: scope))
                case .completed: scope.stop()
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
        if case .failed(let error, let source) = message {
            hasEnded = true
            return observer.fail(error, from: source, at: site)
        }
        do {
            if let element = try update(&stored, message) { observer.send(.next(element)) }
            guard case .completed = message else { return }
            hasEnded = true
            if !observer.scope.isStopped { observer.send(.completed) }
        } catch {
            hasEnded = true
            gate.scope.beginStop()
            observer.fail(error, at: site)
        }
    }
}

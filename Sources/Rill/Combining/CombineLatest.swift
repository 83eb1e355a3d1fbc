extension Observable {
    /// Combines the latest elements of two sources with a closure, whenever either source emits an element.
    ///
    ///     first    -1-----2-----|
    ///     second   ---a-----b--|
    ///     result   ---x---y-z---|    Observable.combineLatest(first, second) { "\($0)\($1)" }
    ///     where    x = 1a, y = 2a, z = 2b
    ///
    /// ![A marble diagram of `combineLatest`.](combineLatest-2)
    ///
    /// Emits only after both sources have emitted an element. Completes when both sources have completed, or when one
    /// completes without emitting an element.
    ///
    /// ## Errors
    /// The first error of either source terminates the result, as does any error thrown by `transform`.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    /// - Complexity: Two atomic operations per element; stores one element of each source.
    @inlinable
    public static func combineLatest<First: Sendable, Second: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>,
        _ transform: @escaping @Sendable (First, Second) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            let latest = CombineLatest(to: observer, at: OperatorCallSite("combineLatest", location), transform)
            first.start(
                Observer(latest.firstSource) { event in
                    if event.isTerminal { latest.end(latest.firstSource, event) }
                    latest.send(.first(event))
                })
            if !observer.scope.isStopped {
                second.start(
                    Observer(latest.secondSource) { event in
                        if event.isTerminal { latest.end(latest.secondSource, event) }
                        latest.send(.second(event))
                    })
            }
        }
    }
}

/// The state of a two-source `combineLatest`.
@usableFromInline
final class CombineLatest<First: Sendable, Second: Sendable, Element: Sendable>: ObserverDrainLoop,
    @unchecked Sendable
{
    // The latest elements and `completed` are guarded by `turn`.
    @usableFromInline typealias Message = PairEvent<First, Second>

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let transform: @Sendable (First, Second) throws -> Element

    /// The back-pressure gate, whose scope is the parent of the scopes of both sources.
    @usableFromInline let gate: BackPressureGate
    @usableFromInline let firstSource: Scope
    @usableFromInline let secondSource: Scope
    @usableFromInline @exclusivity(unchecked) var first: First?
    @usableFromInline @exclusivity(unchecked) var second: Second?
    @usableFromInline @exclusivity(unchecked) var completed = 0

    @usableFromInline
    init(
        to observer: Observer<Element>, at site: OperatorCallSite,
        _ transform: @escaping @Sendable (First, Second) throws -> Element
    ) {
        self.observer = observer
        self.site = site
        self.transform = transform
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
        firstSource = gate.scope.makeChild()
        secondSource = gate.scope.makeChild()
    }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else { return message.reportUndelivered(in: observer.scope) }
        switch message {
        case .first(.next(let element)):
            first = element
            emit()
        case .second(.next(let element)):
            second = element
            emit()
        case .first(.error(let error)), .second(.error(let error)):
            observer.fail(error, from: gate.scope, at: site)
        case .first(.completed):
            complete(firstSource, isEmpty: first == nil)
        case .second(.completed):
            complete(secondSource, isEmpty: second == nil)
        }
    }

    /// Begins to stop the scope of a source that has terminated.
    @inlinable
    func end<Value>(_ scope: Scope, _ event: Event<Value>) {
        scope.beginStop()
        turn.stopHolding(for: event)
        if case .error = event { gate.scope.adopt(from: scope) }
    }

    @inlinable
    func emit() {
        guard let first, let second else { return }
        do {
            observer.send(.next(try transform(first, second)))
        } catch {
            observer.fail(error, at: site)
        }
    }

    @usableFromInline
    func complete(_ source: Scope, isEmpty: Bool) {
        completed += 1
        if isEmpty || completed == 2 { observer.send(.completed) } else { source.finishStop() }
    }
}

/// An event of one of two sources.
@usableFromInline
enum PairEvent<First: Sendable, Second: Sendable>: Sendable {
    case first(Event<First>)
    case second(Event<Second>)

    /// Reports the event as undelivered if it is an error.
    @usableFromInline
    func reportUndelivered(in scope: Scope) {
        switch self {
        case .first(.error(let error)), .second(.error(let error)): scope.reportUndelivered(error)
        default: break
        }
    }
}

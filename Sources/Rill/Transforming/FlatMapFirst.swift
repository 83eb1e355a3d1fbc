public import Synchronization

extension ObservableConvertible {
    /// Transforms an element into an observable, and ignores further elements until that inner observable completes.
    ///
    ///     source   -1---2--3-------|
    ///     other     -x-x-x|
    ///     other            -x-x-x|
    ///     result   --1-1-1--3-3-3--|    source.flatMapFirst { number in other.map { _ in number } }
    ///
    /// ![A marble diagram of `flatMapFirst`.](flatMapFirst)
    ///
    /// The source is not paused: elements emitted while an inner observable is active are dropped. Completes when the
    /// source and the active inner observable have completed.
    ///
    /// ## Errors
    /// Forwards the error of the source or the inner observable, and any error thrown by `transform`.
    ///
    /// - Parameter transform: A closure that returns the inner observable for an element. Not called for ignored elements.
    /// - Returns: An observable of the elements of the inner observables.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public func flatMapFirst<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let first = FlatMapFirst(to: observer, at: OperatorCallSite("flatMapFirst", location), transform)
            let source = first.gate.scope
            attach(
                Observer(source) { event in
                    if event.isTerminal { source.beginStop() }
                    if first.usesTrampoline { first.send(event) } else { first.deliver(event) }
                })
        }
    }

    /// Ignores elements while an inner source of any type is active, such as a subject; see `flatMapFirst(_:file:line:)`.
    ///
    /// - Parameter transform: A closure that returns the inner source for an element.
    /// - Returns: An observable of the elements of the inner sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func flatMapFirst<Source: ObservableConvertible>(
        _ transform: @escaping @Sendable (Element) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Source.Element> {
        flatMapFirst({ try transform($0).asObservable() }, file: file, line: line)
    }
}

/// A `flatMap` that receives an element only when no inner observable is active.
///
/// In deeply nested chains, all events pass through the drain loop, because an element can be ignored or accepted only
/// after the previous one has been processed.
@usableFromInline
final class FlatMapFirst<Element: Sendable, Result: Sendable>: DrainLoop {
    @usableFromInline let turn = Turn<Event<Element>>()

    /// The implementation, with unlimited concurrency, because a limit would pause the source.
    @usableFromInline let flatMap: FlatMap<Element, Result>
    @usableFromInline let spare = SerialState<FlatMap<Element, Result>.Slot?>(nil)

    /// The gate that pauses the source while many events are pending.
    @usableFromInline let gate: BackPressureGate

    @usableFromInline
    init(
        to observer: Observer<Result>, at site: OperatorCallSite,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) {
        flatMap = FlatMap(to: observer, limit: .max, at: site, transform)
        gate = BackPressureGate(scope: flatMap.sourceScope.makeIntermediate(), capacity: 64)
    }

    @inlinable
    var usesTrampoline: Bool { flatMap.scope.usesTrampoline }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    func deliver(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            // No other thread can start an inner observable in the meantime, because they are started only here.
            let isIdle = flatMap.count.load(ordering: .acquiring) & ~flatMap.sourceBit == 0
            if isIdle, !flatMap.sourceScope.isStopped { run(element) }
        case .error(let error):
            flatMap.fail(error, from: gate.scope)
        case .completed:
            flatMap.completeSource(spare)
        }
    }

    @inlinable
    func run(_ element: Element) {
        flatMap.count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        guard let inner = flatMap.inner(for: element) else { return }
        if flatMap.begin(inner, spare) { flatMap.finish() }
    }
}

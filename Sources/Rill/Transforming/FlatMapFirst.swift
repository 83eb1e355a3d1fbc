public import Synchronization

extension ObservableConvertible {
    /// Subscribes to the observable that a closure makes of a value, and ignores the values that come while it runs.
    ///
    ///     source   -1---2--3-------|
    ///     other     -x-x-x|
    ///     other            -x-x-x|
    ///     result   --1-1-1--3-3-3--|    source.flatMapFirst { number in other.map { _ in number } }
    ///
    /// The source is not paused meanwhile: what it sends is dropped. Completes when the source and the one that runs have
    /// completed.
    ///
    /// ## Errors
    /// Forwards the error of the source and of the one that runs; what `transform` throws.
    ///
    /// - Parameters:
    ///   - transform: Makes an observable of a value; not called for those that are ignored.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all that `transform` makes.
    /// - Complexity: Four atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/flatmap.html>
    @inlinable
    public func flatMapFirst<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            let first = FlatMapFirst(to: observer, at: Site("flatMapFirst", place), transform)
            let source = first.gauge.scope
            attach(
                Observer(source) { event in
                    if event.isTerminal { source.stop() }
                    if first.hops { first.send(event) } else { first.deliver(event) }
                })
        }
    }
}

/// A `flatMap` that is asked for the next only when none runs.
///
/// Where nesting is deep the events go by the trampoline, all of them: whether to ignore a value is known when the one
/// before it has been run.
@usableFromInline
final class FlatMapFirst<Element: Sendable, Result: Sendable>: DrainLoop {
    @usableFromInline let turn = Turn<Event<Element>>()

    /// Without a limit, as one with a limit would hold the source back.
    @usableFromInline let flatMap: FlatMap<Element, Result>
    @usableFromInline let spare = SerialState<FlatMap<Element, Result>.Slot?>(nil)

    /// Holds the source back while many events wait for the trampoline.
    @usableFromInline let gauge: Gauge

    @usableFromInline
    init(
        to observer: Observer<Result>, at site: Site,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) {
        flatMap = FlatMap(to: observer, limit: .max, at: site, transform)
        gauge = Gauge(scope: flatMap.sourceScope.makeGate(), capacity: 64)
    }

    @inlinable
    var hops: Bool { flatMap.scope.hops }

    @inlinable
    var gate: Gauge? { gauge }

    @inlinable
    func deliver(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            // None can begin in between: they begin here alone.
            let isIdle = flatMap.count.load(ordering: .acquiring) & ~flatMap.sourceBit == 0
            if isIdle, !flatMap.sourceScope.isStopped { run(element) }
        case .error(let error):
            flatMap.fail(error, from: gauge.scope)
        case .completed:
            flatMap.completeSource(spare)
        }
    }

    @inlinable
    func run(_ element: Element) {
        flatMap.count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        let inner: Observable<Result>
        do {
            inner = try flatMap.transform(element)
        } catch {
            return flatMap.fail(error)
        }
        if flatMap.begin(inner, spare) { flatMap.finish() }
    }
}

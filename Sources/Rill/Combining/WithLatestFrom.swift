extension ObservableConvertible {
    /// Combines each value with the latest value of another source.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----x-----y--z--|    source.withLatestFrom(other) { "\($0)\($1)" }
    ///     where    x = 2a, y = 3b, z = 4b
    ///
    /// The other is subscribed to first. Values that come before its first are dropped. Completes with the source, and
    /// disposes the other; when the other completes, its last value stays.
    ///
    /// ## Errors
    /// The first error of either ends all; what `transform` throws.
    ///
    /// - Parameters:
    ///   - other: Whose latest value to take.
    ///   - transform: Makes a value of a pair.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what is made of the pairs, one for each value of the source.
    /// - Complexity: Two atomic operations per value of either; one value of the other is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/combinelatest.html>
    @inlinable
    public func withLatestFrom<Other: Sendable, Result: Sendable>(
        _ other: Observable<Other>,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            let latest = WithLatestFrom(to: observer, at: Site("withLatestFrom", place), transform)
            // In this order, as what was made last is resumed first after a pause: the other goes before the source.
            let source = latest.gauge.scope.makeChild()
            let others = latest.gauge.scope.makeChild()
            other.start(
                Observer<Other>(others) { event in
                    switch event {
                    case .next(let element): latest.send(.other(element))
                    case .error(let error): latest.end(by: .failed(error, from: others))
                    case .completed: others.stop()
                    }
                })
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    switch event {
                    case .next(let element): latest.send(.element(element))
                    case .error(let error): latest.end(by: .failed(error, from: source))
                    case .completed: latest.end(by: .completed)
                    }
                })
        }
    }

    /// Emits the latest value of another source for each value of this one.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----a-----b--b--|    source.withLatestFrom(other)
    ///
    /// The other is subscribed to first. Values that come before its first are dropped. Completes with the source, and
    /// disposes the other; when the other completes, its last value stays.
    ///
    /// ## Errors
    /// The first error of either ends all.
    ///
    /// - Parameters:
    ///   - other: Whose latest value to emit.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the other's values, at the times of the source's.
    /// - Complexity: Two atomic operations per value of either; one value of the other is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/combinelatest.html>
    @inlinable
    public func withLatestFrom<Other: Sendable>(
        _ other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Other> {
        withLatestFrom(other, { $1 }, file: file, line: line)
    }
}

/// The state of a `withLatestFrom`.
@usableFromInline
final class WithLatestFrom<Element: Sendable, Other: Sendable, Result: Sendable>: DrainLoop, @unchecked Sendable {
    // The latest value and the end are guarded by `turn`.
    @usableFromInline
    enum Message: Sendable {
        case element(Element)
        case other(Other)
        case failed(any Error, from: Scope)
        case completed
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let observer: Observer<Result>
    @usableFromInline let site: Site
    @usableFromInline let transform: @Sendable (Element, Other) throws -> Result

    /// Above the scopes of both sources.
    @usableFromInline let gauge: Gauge
    @usableFromInline @exclusivity(unchecked) var latest: Other?
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    @usableFromInline
    init(
        to observer: Observer<Result>, at site: Site,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result
    ) {
        self.observer = observer
        self.site = site
        self.transform = transform
        gauge = Gauge(scope: observer.scope.makeGate(), capacity: 64)
    }

    @inlinable
    var hops: Bool { observer.scope.hops }

    @inlinable
    var gate: Gauge? { gauge }

    @inlinable
    var outlet: Scope? { observer.scope }

    /// Stops both sources, and ends the result after what waits.
    @inlinable
    func end(by end: Message) {
        gauge.scope.stop()
        send(end)
    }

    @inlinable
    func deliver(_ message: Message) {
        guard !hasEnded, !observer.scope.isStopped else { return drop(message) }
        switch message {
        case .element(let element):
            if let latest { emit(element, latest) }
        case .other(let element):
            latest = element
        case .failed(let error, let source):
            hasEnded = true
            observer.fail(error, from: source, at: site)
        case .completed:
            hasEnded = true
            observer.send(.completed)
        }
    }

    @inlinable
    func emit(_ element: Element, _ other: Other) {
        do {
            observer.send(.next(try transform(element, other)))
        } catch {
            hasEnded = true
            gauge.scope.stop()
            observer.fail(error, at: site)
        }
    }

    @usableFromInline
    func drop(_ message: Message) {
        if case .failed(let error, let source) = message { source.reportUndelivered(error) }
    }
}

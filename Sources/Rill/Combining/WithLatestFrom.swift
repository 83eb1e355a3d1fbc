extension ObservableConvertible {
    /// Combines each element with the latest element of another source.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----x-----y--z--|    source.withLatestFrom(other) { "\($0)\($1)" }
    ///     where    x = 2a, y = 3b, z = 4b
    ///
    /// ![A marble diagram of `withLatestFrom`.](withLatestFrom)
    ///
    /// The other source is subscribed to first. Elements are dropped until it has emitted an element. If it completes,
    /// its last element continues to be used. When this source completes, the result completes and the other source is
    /// disposed.
    ///
    /// ## Errors
    /// The first error of either source terminates the result, as does any error thrown by `transform`.
    ///
    /// - Parameters:
    ///   - other: The source of the latest element.
    ///   - transform: A closure that combines an element of this source with the latest element of the other.
    /// - Returns: An observable of the combined elements, one for each element of this source.
    /// - Complexity: Two atomic operations per element of either source; stores one element of the other source.
    @inlinable
    public func withLatestFrom<Other: Sendable, Result: Sendable>(
        _ other: Observable<Other>,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let latest = WithLatestFrom(to: observer, at: OperatorCallSite("withLatestFrom", location), transform)
            let source = latest.gate.scope.makeChild()
            let others = latest.gate.scope.makeChild()
            other.start(
                Observer<Other>(others) { event in
                    switch event {
                    case .next(let element): latest.send(.other(element))
                    case .error(let error): latest.terminate(with: .failed(error, from: others))
                    case .completed: others.stop()
                    }
                })
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    switch event {
                    case .next(let element): latest.send(.element(element))
                    case .error(let error): latest.terminate(with: .failed(error, from: source))
                    case .completed: latest.terminate(with: .completed)
                    }
                })
        }
    }

    /// Emits the latest element of another source for each element of this one.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----a-----b--b--|    source.withLatestFrom(other)
    ///
    /// ![A marble diagram of `withLatestFrom`.](withLatestFrom-2)
    ///
    /// The other source is subscribed to first. Elements are dropped until it has emitted an element. If it completes,
    /// its last element continues to be used. When this source completes, the result completes and the other source is
    /// disposed.
    ///
    /// ## Errors
    /// The first error of either source terminates the result.
    ///
    /// - Parameter other: The source of the latest element.
    /// - Returns: An observable of the latest elements of the other source, one for each element of this source.
    /// - Complexity: Two atomic operations per element of either source; stores one element of the other source.
    @inlinable
    public func withLatestFrom<Other: Sendable>(
        _ other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Other> {
        withLatestFrom(other, { $1 }, file: file, line: line)
    }

    /// Combines each element with the latest element of a source of any type, such as a subject; see
    /// `withLatestFrom(_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - other: The source of the latest element.
    ///   - transform: A closure that combines an element of this source with the latest element of the other.
    /// - Returns: An observable of the combined elements, one for each element of this source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func withLatestFrom<Other: Sendable, Result: Sendable>(
        _ other: some ObservableConvertible<Other>,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        withLatestFrom(other.asObservable(), transform, file: file, line: line)
    }

    /// Emits the latest element of a source of any type, such as a subject, for each element of this one; see
    /// `withLatestFrom(_:file:line:)`.
    ///
    /// - Parameter other: The source of the latest element.
    /// - Returns: An observable of the latest elements of the other source, one for each element of this source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func withLatestFrom<Other: Sendable>(
        _ other: some ObservableConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Other> {
        withLatestFrom(other.asObservable(), file: file, line: line)
    }
}

/// The state of `withLatestFrom`.
@usableFromInline
final class WithLatestFrom<Element: Sendable, Other: Sendable, Result: Sendable>: DrainLoop, @unchecked Sendable {
    // `latest` and `hasEnded` are guarded by `turn`.
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
    @usableFromInline let transform: @Sendable (Element, Other) throws -> Result

    /// The back-pressure gate, whose scope is the parent of the scopes of both sources.
    @usableFromInline let gate: BackPressureGate
    @usableFromInline @exclusivity(unchecked) var latest: Other?
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    @usableFromInline
    init(
        to observer: Observer<Result>, at site: OperatorCallSite,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result
    ) {
        self.observer = observer
        self.site = site
        self.transform = transform
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
    }

    @inlinable
    var usesTrampoline: Bool { observer.scope.usesTrampoline }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    var downstream: Scope? { observer.scope }

    /// Stops both sources, and terminates the result after any pending messages.
    @inlinable
    func terminate(with message: Message) {
        gate.scope.beginStop()
        if case .failed = message { turn.stopHolding() }
        send(message)
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
            gate.scope.beginStop()
            observer.fail(error, at: site)
        }
    }

    @usableFromInline
    func drop(_ message: Message) {
        if case .failed(let error, let source) = message { source.reportUndelivered(error) }
    }
}

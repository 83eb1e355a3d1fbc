extension ObservableConvertible {
    /// Emits the first elements, then completes and disposes the source.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--(2|)          source.take(2)
    ///
    /// ![A marble diagram of `take`.](take)
    ///
    /// The source emits no further elements once the last element has been emitted, and its resources are released after
    /// completion. `take(0)` completes without subscribing.
    ///
    /// ## Errors
    /// Forwards an error that precedes the last element.
    ///
    /// - Parameter count: The maximum number of elements. Must not be negative.
    /// - Returns: An observable of at most `count` elements.
    /// - Complexity: O(1) per element.
    @inlinable
    public func take(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "take: the count must not be negative, got \(count)")
        guard count > 0 else { return .empty() }
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let left = SerialState(count)
            startInChild(of: observer) { event, source in
                if case .next = event {
                    // While another thread disposes the subscription, the source can still send elements.
                    guard !source.isStopped else { return }
                    left.value -= 1
                    if left.value > 0 { return observer.send(event) }
                    source.beginStop()
                    observer.send(event)
                    if !observer.scope.isStopped { observer.send(.completed) }
                } else if source.claimEnd(event) {
                    observer.forward(event, from: source, at: OperatorCallSite("take", location))
                }
            }
        }
    }

    /// Emits elements while a predicate holds, then completes and disposes the source.
    ///
    ///     source   -1--2--3--1--|
    ///     result   -1--2--|          source.take { $0 < 3 }
    ///     result   -1--2--(3|)       source.take(while: { $0 < 3 }, inclusive: true)
    ///
    /// ![A marble diagram of `take`.](take-while)
    ///
    /// ## Errors
    /// Forwards an error that precedes completion, and any error thrown by `predicate`.
    ///
    /// - Parameters:
    ///   - predicate: A closure that returns whether to continue.
    ///   - inclusive: Whether to also emit the element that does not satisfy the predicate. Defaults to `false`.
    /// - Returns: An observable of the elements up to the first that does not satisfy the predicate.
    /// - Complexity: O(1) per element.
    @inlinable
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, inclusive: Bool = false,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            startInChild(of: observer) { event, source in
                guard case .next(let element) = event else {
                    if source.claimEnd(event) {
                        observer.forward(event, from: source, at: OperatorCallSite("take", location))
                    }
                    return
                }
                // While another thread disposes the subscription, the source can still send elements.
                guard !source.isStopped else { return }
                do {
                    if try predicate(element) { return observer.send(event) }
                } catch {
                    source.beginStop()
                    return observer.fail(error, at: OperatorCallSite("take", location))
                }
                source.beginStop()
                if inclusive { observer.send(event) }
                if !observer.scope.isStopped { observer.send(.completed) }
            }
        }
    }

    /// The variant for observables; see `take(until:file:line:)`.
    ///
    /// - Parameter other: The source whose first element completes the result.
    /// - Returns: An observable of the elements emitted before the first element of `other`.
    @inlinable
    public func take<Other: Sendable>(
        until other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let serial = SerialObserver(observer)
            let both = observer.scope.makeChild()
            let others = both.makeHoldingChild()
            other.start(
                Observer<Other>(others) { event in
                    switch event {
                    case .next:
                        both.beginStop()
                        serial.send(.completed)
                    case .error(let error):
                        both.beginStop()
                        serial.fail(error, from: others, at: OperatorCallSite("take", location))
                    case .completed:
                        others.stop()
                    }
                })
            let source = both.makeChild()
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    if event.isTerminal { both.beginStop() }
                    serial.forward(event, from: source, at: OperatorCallSite("take", location))
                })
        }
    }

    /// Emits elements until another source emits an element, then completes and disposes both sources.
    ///
    ///     source   -1--2--3--|
    ///     other    ------x
    ///     result   -1--2-|           source.take(until: other)
    ///
    /// ![A marble diagram of `take`.](take-until)
    ///
    /// If `other` completes without emitting an element, the result continues. `other` is subscribed to first.
    ///
    /// ## Errors
    /// Forwards the error of either source.
    ///
    /// - Parameter other: The source whose first element completes the result.
    /// - Returns: An observable of the elements emitted before the first element of `other`.
    /// - Complexity: O(1) per element.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func take(
        until other: some ObservableConvertible, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        take(until: other.asObservable(), file: file, line: line)
    }

    /// Emits the first element, then completes and disposes the source.
    ///
    ///     source   -1--2--3--|
    ///     result   -(1|)             source.first()
    ///
    /// ![A marble diagram of `first`.](first)
    ///
    /// Completes without emitting an element if the source is empty. To fail instead, apply `single()`.
    ///
    /// ## Errors
    /// Forwards an error that precedes the first element.
    ///
    /// - Returns: An observable of at most one element.
    /// - Complexity: O(1) per element.
    @inlinable
    public func first(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        take(1, file: file, line: line)
    }

    /// Emits the element at an index, then completes and disposes the source.
    ///
    ///     source   -1--2--3--|
    ///     result   ----(2|)          source.element(at: 1)
    ///
    /// ![A marble diagram of `element(at:)`.](element-at)
    ///
    /// Completes without emitting an element if the source has fewer elements. To fail instead, apply `single()`.
    ///
    /// ## Errors
    /// Forwards an error that precedes the element.
    ///
    /// - Parameter index: The number of elements before the element to emit. Must not be negative.
    /// - Returns: An observable of at most one element.
    /// - Complexity: O(1) per element.
    @inlinable
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(index >= 0, "element(at:): the index must not be negative, got \(index)")
        return skip(index, file: file, line: line).take(1, file: file, line: line)
    }

    /// Emits the first element that satisfies a predicate, then completes and disposes the source.
    ///
    ///     source   -1--2--3--4--|
    ///     result   ----(2|)          source.first { $0 % 2 == 0 }
    ///
    /// ![A marble diagram of `first`.](first-where)
    ///
    /// Completes without emitting an element if there is no match.
    ///
    /// ## Errors
    /// Forwards an error that precedes the match, and any error thrown by `predicate`.
    ///
    /// - Parameter predicate: A closure that returns whether an element matches.
    /// - Returns: An observable of at most one element.
    /// - Complexity: O(1) per element.
    @inlinable
    public func first(
        where predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        filter(predicate, file: file, line: line).take(1, file: file, line: line)
    }
}

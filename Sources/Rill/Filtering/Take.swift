extension ObservableConvertible {
    /// Emits the first values, then completes and disposes the source.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--(2|)          source.take(2)
    ///
    /// The source is disposed before the last value is passed on. `take(0)` completes without subscribing.
    ///
    /// ## Errors
    /// Forwards an error that comes before the last value.
    ///
    /// - Parameters:
    ///   - count: How many values, zero or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of at most `count` values.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/take.html>
    @inlinable
    public func take(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "take needs a count of zero or more, got \(count)")
        guard count > 0 else { return .empty() }
        let place = Place(file, line)
        return Observable<Element> { observer in
            let left = SerialState(count)
            startInChild(of: observer) { event, source in
                if case .next = event {
                    left.value -= 1
                    if left.value == 0 {
                        source.stop()
                        observer.send(event)
                        if !observer.scope.isStopped { observer.send(.completed) }
                        return
                    }
                    observer.send(event)
                } else {
                    source.stop()
                    observer.forward(event, from: source, at: Site("take", place))
                }
            }
        }
    }

    /// Emits values while a test holds, then completes and disposes the source.
    ///
    ///     source   -1--2--3--1--|
    ///     result   -1--2--|          source.take { $0 < 3 }
    ///     result   -1--2--(3|)       source.take(while: { $0 < 3 }, inclusive: true)
    ///
    /// ## Errors
    /// Forwards an error that comes before; what `predicate` throws.
    ///
    /// - Parameters:
    ///   - predicate: Whether a value still belongs to the result.
    ///   - inclusive: Whether the value that fails the test is emitted too.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values up to the first that fails the test.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/takewhile.html>
    @inlinable
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, inclusive: Bool = false,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            startInChild(of: observer) { event, source in
                guard case .next(let element) = event else {
                    source.stop()
                    return observer.forward(event, from: source, at: Site("take", place))
                }
                do {
                    if try predicate(element) { return observer.send(event) }
                } catch {
                    source.stop()
                    return observer.fail(error, at: Site("take", place))
                }
                source.stop()
                if inclusive { observer.send(event) }
                if !observer.scope.isStopped { observer.send(.completed) }
            }
        }
    }

    /// Emits values until another source does, then completes and disposes both.
    ///
    ///     source   -1--2--3--|
    ///     other    ------x
    ///     result   -1--2-|           source.take(until: other)
    ///
    /// Other sources that complete without a value change nothing. `other` is subscribed to first.
    ///
    /// ## Errors
    /// Forwards the error of either source.
    ///
    /// - Parameters:
    ///   - other: Whose first value ends the result.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values that come before.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/takeuntil.html>
    @inlinable
    public func take<Other: Sendable>(
        until other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            let serial = SerialObserver(observer)
            let both = observer.scope.makeChild()
            let others = both.makeChild()
            other.start(
                Observer<Other>(others) { event in
                    switch event {
                    case .next:
                        both.stop()
                        serial.send(.completed)
                    case .error(let error):
                        both.stop()
                        serial.fail(error, from: others, at: Site("take", place))
                    case .completed:
                        others.stop()
                    }
                })
            let source = both.makeChild()
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    if event.isTerminal { both.stop() }
                    serial.forward(event, from: source, at: Site("take", place))
                })
        }
    }

    /// Emits the first value that passes a test, then completes and disposes the source.
    ///
    ///     source   -1--2--3--4--|
    ///     result   ----(2|)          source.first { $0 % 2 == 0 }
    ///
    /// Completes without a value if none passes.
    ///
    /// ## Errors
    /// Forwards an error that comes before; what `predicate` throws.
    ///
    /// - Parameters:
    ///   - predicate: Whether a value is the one.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of at most one value.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/first.html>
    @inlinable
    public func first(
        where predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        filter(predicate, file: file, line: line).take(1, file: file, line: line)
    }
}

extension Observable {
    /// Emits the values of several sources, one source after the other.
    ///
    ///     first    -1--2--|
    ///     second          -3--|
    ///     result   -1--2---3--|      Observable.concat([first, second])
    ///
    /// The sequence is iterated as the sources are needed, so that it may be lazy or endless. A source is subscribed to when
    /// the one before has completed and been released, and not while the subscriber is paused.
    ///
    /// ## Errors
    /// The first source's error ends all.
    ///
    /// - Parameters:
    ///   - sources: What to subscribe to, in order.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the sources' values.
    /// - Complexity: Constant per value; the sources are a loop and do not nest.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/concat.html>
    @inlinable
    public static func concat<Sources: Sequence & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        let place = Place(file, line)
        return Observable { observer in
            let iterator = SerialState(sources.makeIterator())
            Sequencer(observer, at: Site("concat", place)) { end in
                if let end, end.error != nil { return .end(end) }
                guard let source = iterator.value.next() else { return .end(.completed) }
                return .run(source)
            }.run()
        }
    }
}

extension ObservableConvertible {
    /// Emits the values of this source, and, when it has completed, those of another.
    ///
    ///     source   -1--2--|
    ///     other           -3--|
    ///     result   -1--2---3--|      source.concat(other)
    ///
    /// ## Errors
    /// Forwards the error of either; this source's error means that the other is not subscribed to.
    ///
    /// - Parameters:
    ///   - other: What to go on with.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of both.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/concat.html>
    @inlinable
    public func concat(
        _ other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        .concat([asObservable(), other], file: file, line: line)
    }

    /// Emits some values before those of this source.
    ///
    ///     source   -1--2--|
    ///     result   91--2--|          source.startWith(9)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - elements: The values, in order.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the given values, then the source's.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/startwith.html>
    @inlinable
    public func startWith(
        _ elements: Element..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        .concat([.from(elements), asObservable()], file: file, line: line)
    }
}

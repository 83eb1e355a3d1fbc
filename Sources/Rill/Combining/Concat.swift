extension Observable {
    /// Emits the elements of several sources, one source after the other.
    ///
    ///     first    -1--2--|
    ///     second          -3--|
    ///     result   -1--2---3--|      Observable.concat([first, second])
    ///
    /// A source is subscribed to when the one before it has completed and been released. The sequence is iterated as the
    /// sources are needed; it may be lazy or infinite.
    ///
    /// While the subscriber is paused, the next source is still subscribed to, so that no element of a hot source is missed.
    /// Its end and up to 64 elements are held until the subscriber resumes; older elements pass on to the next boundary.
    ///
    /// ## Errors
    /// The first error of a source ends the result; the remaining sources are not subscribed to.
    ///
    /// - Parameters:
    ///   - sources: The sources, in order.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    /// - Returns: A cold observable of the elements of all sources.
    /// - Complexity: O(1) per element.
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
    /// Emits the elements of this source and, after it has completed, those of another.
    ///
    ///     source   -1--2--|
    ///     other           -3--|
    ///     result   -1--2---3--|      source.concat(other)
    ///
    /// The other source is subscribed to when this one completes, even while the subscriber is paused.
    ///
    /// ## Errors
    /// Forwards the error of either source. After an error of this source, the other is not subscribed to.
    ///
    /// - Parameters:
    ///   - other: The source that follows.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    /// - Returns: An observable of the elements of both sources.
    /// - Complexity: O(1) per element, also in a chain that is built by recursion through `other`. In a chain that is built by
    ///   recursion through `self`, an element passes every level.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/concat.html>
    @inlinable
    public func concat(
        _ other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            Sequencer(observer, at: Site("concat", place)) { end in
                guard let end else { return .run(asObservable()) }
                guard case .completed = end else { return .end(end) }
                return .runLast(other)
            }.run()
        }
    }
}

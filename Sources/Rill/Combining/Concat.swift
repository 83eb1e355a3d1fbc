extension Observable {
    /// Emits the elements of several sources, one source after another.
    ///
    ///     first    -1--2--|
    ///     second          -3--|
    ///     result   -1--2---3--|      Observable.concat([first, second])
    ///
    /// ![A marble diagram of `concat`.](concat-2)
    ///
    /// Subscribes to each source after the previous one has completed and has been disposed. The sequence is iterated
    /// lazily, so it may be infinite.
    ///
    /// Subscribes to the next source even while the subscriber is paused, so that no element of a hot source is missed.
    /// Up to 64 of its elements and its completion are buffered until the subscriber resumes. If there are more
    /// elements, the oldest are forwarded to the next buffer downstream.
    ///
    /// ## Errors
    /// The first error of a source terminates the result. The remaining sources are not subscribed to.
    ///
    /// - Parameter sources: The sources, in order.
    /// - Returns: A cold observable of the elements of all sources.
    /// - Complexity: O(1) per element.
    @inlinable
    public static func concat<Sources: Sequence & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            let iterator = SerialState(sources.makeIterator())
            Sequencer(observer, at: OperatorCallSite("concat", location)) { end in
                if let end, end.error != nil { return .end(end) }
                guard let source = iterator.value.next() else { return .end(.completed) }
                return .run(source)
            }.run()
        }
    }
}

extension Observable {
    /// Emits the elements of several sources, one source after another.
    ///
    ///     first    -1--2--|
    ///     second          -3--|
    ///     result   -1--2---3--|      Observable.concat(first, second)
    ///
    /// ![A marble diagram of `concat`.](concat-3)
    ///
    /// Behaves like `concat(_:file:line:)` of a sequence.
    ///
    /// ## Errors
    /// The first error of a source terminates the result. The remaining sources are not subscribed to.
    ///
    /// - Parameter sources: The sources, in order.
    /// - Returns: A cold observable of the elements of all sources.
    /// - Complexity: O(1) per element.
    @inlinable
    public static func concat(
        _ sources: Observable..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        concat(SourceList(sources, at: OperatorCallSite("concat", file, line)))
    }

    @inlinable
    static func concat(_ list: SourceList<Element>) -> Observable {
        Observable(list: list) { observer in
            let sources = list.all
            let position = SerialState(0)
            Sequencer(observer, at: list.site) { end in
                if let end, end.error != nil { return .end(end) }
                guard position.value < sources.count else { return .end(.completed) }
                let source = sources[position.value]
                position.value += 1
                return position.value < sources.count ? .run(source) : .runLast(source)
            }.run()
        }
    }

    /// Emits the elements of sources of any type, such as subjects, one source after another; see
    /// `concat(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func concat(
        _ sources: any ObservableConvertible<Element>..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        concat(sources, file: file, line: line)
    }

    /// Emits the elements of sources of any type, such as subjects, one source after another; see
    /// `concat(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func concat(
        _ sources: [any ObservableConvertible<Element>], file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        concat(sources.map { $0.asObservable() }, file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Emits the elements of this source, followed by the elements of another source.
    ///
    ///     source   -1--2--|
    ///     other           -3--|
    ///     result   -1--2---3--|      source.concat(other)
    ///
    /// ![A marble diagram of `concat`.](concat-4)
    ///
    /// The other source is subscribed to when this one completes, even if the subscriber is paused.
    ///
    /// ## Errors
    /// Forwards the error of either source. If this source fails, `other` is not subscribed to.
    ///
    /// - Parameter other: The source that follows this one.
    /// - Returns: An observable of the elements of both sources.
    /// - Complexity: O(1) per element, even in a chain built by recursion through `other`, or by a loop such as
    ///   `result = result.concat(other)`.
    @inlinable
    public func concat(
        _ other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        .concat(SourceList([asObservable(), other], at: OperatorCallSite("concat", file, line)))
    }

    /// Emits the elements of this source, followed by the elements of a source of any type, such as a subject;
    /// see `concat(_:file:line:)`.
    ///
    /// - Parameter other: The source that follows.
    /// - Returns: An observable of the elements of both sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func concat(
        _ other: some ObservableConvertible<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        concat(other.asObservable(), file: file, line: line)
    }
}

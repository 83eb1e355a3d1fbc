extension Observable {
    /// Emits the elements of a sequence and then completes.
    ///
    ///     result   (123|)            Observable.from([1, 2, 3])
    ///
    /// ![A marble diagram of `from`.](from-2)
    ///
    /// Each subscriber iterates over the sequence from its beginning, on the thread that subscribes. Supports
    /// back-pressure: while the subscriber is paused, iteration stops; it continues on the thread that resumes the
    /// subscriber. Disposal stops the iteration between two elements, so the sequence may be infinite. For elements that a
    /// closure generates, use ``unfold(_:_:file:line:)``.
    ///
    /// After the last element of a collection, completion does not wait for a paused subscriber. The next element of another
    /// sequence, or its end, is read when the subscriber resumes.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameter sequence: The elements, in order. May be infinite.
    /// - Returns: A cold observable of the sequence's elements.
    /// - Complexity: The cost of the iterator, per element.
    @inlinable
    public static func from<Elements: Sequence & Sendable>(
        _ sequence: Elements, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Elements.Element == Element {
        let site = OperatorCallSite("from", file, line)
        return Observable { observer in
            // A local iterator, so that the compiler can inline the loop and the closures that it calls.
            var iterator = sequence.makeIterator()
            let scope = observer.scope
            while scope.isOpen {
                guard let element = iterator.next() else { return observer.send(.completed) }
                observer.send(.next(element))
            }
            // The iterator of another sequence can block until its next element is available.
            let readsAhead = sequence is any Collection
            observer.pump(SerialState(iterator), readsAhead: readsAhead, at: site) { $0.next() }
        }
    }

    /// Emits the given elements and then completes.
    ///
    ///     result   (123|)            Observable.of(1, 2, 3)
    ///
    /// ![A marble diagram of `of`.](of)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameter elements: The elements, in order.
    /// - Returns: A cold observable of the elements that supports back-pressure; see `from(_:)`.
    /// - Complexity: O(1) per element.
    @inlinable
    public static func of(_ elements: Element..., file: StaticString = #fileID, line: UInt = #line) -> Observable {
        from(elements, file: file, line: line)
    }
}

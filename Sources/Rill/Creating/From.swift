extension Observable {
    /// Emits the elements of a sequence, then completes.
    ///
    ///     result   (123|)            Observable.from([1, 2, 3])
    ///
    /// Each subscriber iterates anew, on the thread that subscribes. The source parks: while the subscriber is paused it
    /// takes nothing from the sequence, and goes on from where it was on the thread that opens. Disposal stops it between
    /// two elements, so that an endless sequence is fine.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - sequence: The values, in order; may be endless.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the sequence's elements.
    /// - Complexity: Per element, that of the iterator.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/from.html>
    @inlinable
    public static func from<Elements: Sequence & Sendable>(
        _ sequence: Elements, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Elements.Element == Element {
        let place = Place(file, line)
        return Observable { observer in
            // A local iterator, so that the loop and the closures it calls can become one.
            var iterator = sequence.makeIterator()
            let scope = observer.scope
            while scope.isOpen {
                guard let element = iterator.next() else { return observer.send(.completed) }
                observer.send(.next(element))
            }
            observer.pump(SerialState(iterator), at: Site("from", place)) { $0.next() }
        }
    }

    /// Emits the values it is given, then completes.
    ///
    ///     result   (123|)            Observable.of(1, 2, 3)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - elements: The values, in order.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable that parks, see `from(_:)`.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/just.html>
    @inlinable
    public static func of(
        _ elements: Element..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        from(elements, file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Omits the first elements.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -------3--4--|    source.skip(2)
    ///
    /// ![A marble diagram of `skip`.](skip)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter count: The number of elements to omit. Must not be negative.
    /// - Returns: An observable of the elements after the first `count`.
    /// - Complexity: O(1) per element.
    @inlinable
    public func skip(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "skip: the count must not be negative, got \(count)")
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let left = SerialState(count)
            attach(
                Observer(observer.scope) { event in
                    if left.value > 0, case .next = event {
                        left.value -= 1
                    } else {
                        observer.forward(event, at: OperatorCallSite("skip", location))
                    }
                })
        }
    }
}

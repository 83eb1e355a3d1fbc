extension ObservableConvertible {
    /// The variant for observables; see `sample(_:file:line:)`.
    ///
    /// - Parameter sampler: The source whose elements determine when an element is emitted.
    /// - Returns: An observable of some of the elements.
    @inlinable
    public func sample<Trigger: Sendable>(
        _ sampler: Observable<Trigger>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let pair = SourceWithOther<Element, Trigger, Element?, Element>(
                to: observer, at: OperatorCallSite("sample", file, line), storing: nil
            ) { last, message in
                switch message {
                case .element(let element): last = element
                case .other: return last.take()
                default: break
                }
                return nil
            }
            pair.startSource(self)
            pair.startOther(sampler)
        }
    }

    /// Emits the latest element each time a sampler emits an element, if there is a new one.
    ///
    ///     source   -1-2-----3-4-|
    ///     sampler  ----x-x-----x
    ///     result   ----2-------4|    source.sample(sampler)
    ///
    /// ![A marble diagram of `sample`.](sample)
    ///
    /// The sampler is subscribed to after the source. When the source completes, the result completes without emitting
    /// the last element, and the sampler is disposed. If the sampler completes, no more elements are emitted.
    ///
    /// ## Errors
    /// The first error of either source terminates the result.
    ///
    /// - Parameter sampler: The source whose elements determine when an element is emitted.
    /// - Returns: An observable of some of the elements.
    /// - Complexity: Two atomic operations per element of either source; stores one element.
    @_disfavoredOverload  // keeps type checking fast
    public func sample(
        _ sampler: some ObservableConvertible, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        sample(sampler.asObservable(), file: file, line: line)
    }
}

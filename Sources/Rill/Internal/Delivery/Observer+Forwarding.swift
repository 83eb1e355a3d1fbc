extension Observer {
    /// Passes an element to a closure, and forwards a terminal event.
    ///
    /// `map`, `filter`, and `scan` switch over the event themselves, which is up to 20 percent faster in a chain of them.
    ///
    /// - Parameters:
    ///   - event: An event of the operator's source.
    ///   - name: The name of the operator, for error traces.
    ///   - location: The call site of the operator.
    ///   - onNext: A closure that handles an element. If it throws, this observer receives the error.
    @inlinable
    @inline(__always)
    func forward<Input>(
        _ event: Event<Input>, _ name: StaticString, _ location: CallSite, onNext: (Input) throws -> Void
    ) {
        switch event {
        case .next(let element):
            do {
                try onNext(element)
            } catch {
                fail(error, at: OperatorCallSite(name, location))
            }
        case .error(let error):
            fail(error, at: OperatorCallSite(name, location))
        case .completed:
            send(.completed)
        }
    }
}

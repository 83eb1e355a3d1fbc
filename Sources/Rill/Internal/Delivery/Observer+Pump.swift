extension Observer {
    /// Emits the elements that `next` returns until it returns `nil` or throws, and parks while the scope is paused.
    ///
    /// - Parameters:
    ///   - state: The state of `next`, accessed by one thread at a time.
    ///   - site: The call site of the source.
    ///   - next: A closure that returns the next element, or `nil` to complete.
    @inlinable
    func pump<State>(
        _ state: SerialState<State>, at site: OperatorCallSite,
        next: @escaping @Sendable (inout State) throws -> Element?
    ) {
        repeat {
            while scope.isOpen {
                do {
                    guard let element = try next(&state.value) else { return send(.completed) }
                    send(.next(element))
                } catch {
                    return fail(error, at: site)
                }
            }
        } while !scope.isStopped && !scope.park { pump(state, at: site, next: next) }
    }
}

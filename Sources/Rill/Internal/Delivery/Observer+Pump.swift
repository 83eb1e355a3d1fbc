extension Observer {
    /// Emits the elements that `next` returns until it returns `nil` or throws, and parks while the scope is paused.
    ///
    /// - Parameters:
    ///   - state: The state of `next`, accessed by one thread at a time.
    ///   - readsAhead: Whether `next` is called once during a pause, so that completion does not wait for the subscriber.
    ///     Defaults to `false`.
    ///   - site: The call site of the source.
    ///   - ahead: The element that was read ahead, if any.
    ///   - next: A closure that returns the next element, or `nil` to complete.
    @inlinable
    func pump<State>(
        _ state: SerialState<State>, readsAhead: Bool = false, at site: OperatorCallSite, ahead: Element? = nil,
        next: @escaping @Sendable (inout State) throws -> Element?
    ) {
        var ahead = ahead
        repeat {
            while scope.isOpen {
                do {
                    guard let element = try ahead.take() ?? next(&state.value) else { return send(.completed) }
                    send(.next(element))
                } catch {
                    return fail(error, at: site)
                }
            }
            if readsAhead, !scope.isStopped {
                ahead = ahead ?? (try? next(&state.value))
                if ahead == nil { return send(.completed) }
            }
        } while !scope.isStopped
            && !scope.park { [ahead] in pump(state, readsAhead: readsAhead, at: site, ahead: ahead, next: next) }
    }
}

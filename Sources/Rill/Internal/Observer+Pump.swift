extension Observer {
    /// Sends what `next` produces until it returns nil or throws, and parks while the scope is paused.
    ///
    /// - Parameters:
    ///   - state: What `next` works on; touched by one thread after the other.
    ///   - site: Where the source stands.
    ///   - next: Produces the next element, or nil for completed.
    @inlinable
    func pump<State>(
        _ state: SerialState<State>, at site: Site, next: @escaping @Sendable (inout State) throws -> Element?
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

extension Observable {
    /// Emits elements generated from an initial state by a closure, until the closure returns `nil`.
    ///
    ///     result   (1248|)           Observable.unfold(1) { $0 < 9 ? ($0, $0 * 2) : nil }
    ///
    /// ![A marble diagram of `unfold`.](unfold)
    ///
    /// Each subscriber starts with the initial state. Supports back-pressure: no elements are generated while the
    /// subscriber is paused.
    ///
    /// ## Errors
    /// Any error thrown by `next`.
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that returns an element and the next state, or `nil` to complete.
    /// - Returns: A cold observable of the elements.
    /// - Complexity: The cost of the closure, per element.
    /// - SeeAlso: RxSwift's `generate`
    @inlinable
    public static func unfold<State: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (State) throws -> (element: Element, next: State)?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            observer.pump(SerialState(initial), at: OperatorCallSite("unfold", file, line)) { state in
                guard let step = try next(state) else { return nil }
                state = step.next
                return step.element
            }
        }
    }

    /// Emits elements generated from an initial state by an asynchronous closure, until the closure returns `nil`.
    ///
    ///     result   (1248|)           Observable.unfold(1) { number async in number < 9 ? (number, number * 2) : nil }
    ///
    /// ![A marble diagram of `unfold`.](unfold-2)
    ///
    /// Each step runs in a task, which disposal cancels. Supports back-pressure: no step starts while the subscriber is
    /// paused.
    ///
    /// ## Errors
    /// Any error thrown by `next`.
    ///
    /// - Parameters:
    ///   - initial: The initial state.
    ///   - next: A closure that returns an element and the next state, or `nil` to complete.
    /// - Returns: A cold observable of the elements.
    /// - Complexity: One task per element.
    /// - SeeAlso: `Observable.task(priority:_:file:line:)`
    public static func unfold<State: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (State) async throws -> (element: Element, next: State)?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            step(from: initial, into: observer, at: OperatorCallSite("unfold", file, line), next)
        }
    }

    private static func step<State: Sendable>(
        from state: State, into observer: Observer<Element>, at site: OperatorCallSite,
        _ next: @escaping @Sendable (State) async throws -> (element: Element, next: State)?
    ) {
        observer.scope.whenOpen {
            let scope = observer.scope.makeChild()
            Observer(scope) { event in
                switch event {
                case .next(let step):
                    scope.stop()
                    if let step {
                        observer.send(.next(step.element))
                        Self.step(from: step.next, into: observer, at: site, next)
                    } else {
                        observer.send(.completed)
                    }
                case .error(let error):
                    scope.stop()
                    observer.fail(error, at: site)
                case .completed:
                    break
                }
            }.run(at: site) { try await next(state) }
        }
    }
}

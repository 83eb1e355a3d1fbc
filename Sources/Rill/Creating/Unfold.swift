extension Observable {
    /// Emits what a closure makes of a state, and goes on with the state it leaves, until it returns nil.
    ///
    ///     result   (1248|)           Observable.unfold(1) { $0 < 9 ? ($0, $0 * 2) : nil }
    ///
    /// Each subscriber starts with the same state. The source parks: nothing is made while the subscriber is paused.
    ///
    /// ## Errors
    /// What `next` throws.
    ///
    /// - Parameters:
    ///   - initial: The first state.
    ///   - next: Makes an element and the next state, or nil for completed.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the elements.
    /// - Complexity: Per element, that of the closure.
    /// - SeeAlso: RxSwift's `generate`, <https://reactivex.io/documentation/operators/create.html>
    @inlinable
    public static func unfold<State: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (State) throws -> (element: Element, next: State)?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            observer.pump(SerialState(initial), at: Site("unfold", file, line)) { state in
                guard let step = try next(state) else { return nil }
                state = step.next
                return step.element
            }
        }
    }

    /// Emits what an asynchronous closure makes of a state, and goes on with the state it leaves, until it returns nil.
    ///
    ///     result   (1248|)           Observable.unfold(1) { number async in number < 9 ? (number, number * 2) : nil }
    ///
    /// Each step is a task; disposal cancels it. The source parks: no step begins while the subscriber is paused.
    ///
    /// ## Errors
    /// What `next` throws.
    ///
    /// - Parameters:
    ///   - initial: The first state.
    ///   - next: Makes an element and the next state, or nil for completed.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the elements.
    /// - Complexity: One task per element.
    /// - SeeAlso: `Observable.task(priority:_:file:line:)`
    public static func unfold<State: Sendable>(
        _ initial: State,
        _ next: @escaping @Sendable (State) async throws -> (element: Element, next: State)?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            step(from: initial, into: observer, at: Site("unfold", file, line), next)
        }
    }

    private static func step<State: Sendable>(
        from state: State, into observer: Observer<Element>, at site: Site,
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

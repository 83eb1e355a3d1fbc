extension ObservableConvertible {
    /// Sets a value of the context for the part of the stream upstream of this operator.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.context(\.requestID, "r-17")
    ///
    /// ![A marble diagram of `context`.](context)
    ///
    /// The context is passed upstream, from the subscriber to the sources. The value replaces a value that an operator
    /// downstream has set, and operators and closures downstream of this operator do not see it. If the key declares a
    /// task-local value, that value is bound while the upstream part runs: during the subscription, and whenever its
    /// operators and sources deliver events.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - key: The key path of the value.
    ///   - value: The value.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scope per subscription; no cost per element, unless a task-local value is bound.
    /// - SeeAlso: <https://projectreactor.io/docs/core/release/reference/advancedFeatures/context.html>
    public func context<Value: Sendable>(
        _ key: any WritableKeyPath<StreamContext, Value> & Sendable, _ value: Value
    ) -> Observable<Element> {
        Observable<Element> { observer in
            var context = observer.context
            context[keyPath: key] = value
            observer.start(asObservable(), in: context)
        }
    }

    /// Sets all values of another context for the part of the stream upstream of this operator.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable.withContext { context in source.context(context) }
    ///
    /// ![A marble diagram of `context`.](context-2)
    ///
    /// Use this operator in a source that subscribes to another stream, so that the context reaches that stream:
    ///
    ///     Observable<Int>.create { observer in
    ///         numbers.context(observer.context).subscribe { observer.on($0) }
    ///     }
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter context: The values. They replace the values of the same keys.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scope per subscription; no cost per element, unless a task-local value is bound.
    public func context(_ context: StreamContext) -> Observable<Element> {
        Observable<Element> { observer in
            var merged = observer.context
            merged.merge(context)
            observer.start(asObservable(), in: merged)
        }
    }
}

extension Observable {
    /// Creates a new source observable for each subscriber from the context of the subscription.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable.withContext { context in context.requestID == nil ? source : .empty() }
    ///
    /// ![A marble diagram of `withContext`.](withContext)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `makeSource`.
    ///
    /// - Parameter makeSource: A closure that receives the context and creates the source. Also called for each attempt
    ///   of `retry`.
    /// - Returns: A cold observable of the source's events.
    /// - Complexity: O(1).
    /// - SeeAlso: `deferred(_:file:line:)`
    public static func withContext(
        _ makeSource: @escaping @Sendable (StreamContext) throws -> Observable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            do {
                TailSubscription.start(try makeSource(observer.context), observer)
            } catch {
                observer.fail(error, at: OperatorCallSite("withContext", file, line))
            }
        }
    }
}

extension Observer {
    /// The values that the subscriber has set with `context(_:_:)`.
    public var context: StreamContext { scope.context }

    /// Subscribes to a source with a changed context.
    fileprivate func start(_ source: Observable<Element>, in context: StreamContext) {
        let scope = scope.makeIntermediate(context)
        guard let bindings = context.bindings else { return source.start(Observer(scope, send: send)) }
        // The downstream operators receive the events with the task-local values of the subscribing thread.
        let outer = bindings.current
        bindings.run {
            source.start(
                Observer(scope) { event in
                    outer.run { send(event) }
                })
        }
    }
}

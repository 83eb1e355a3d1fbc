extension ObservableConvertible {
    /// Subscribes in a child scope of the observer's scope, so that the source can be stopped independently of the
    /// subscriber.
    ///
    /// - Parameters:
    ///   - observer: The observer of the enclosing subscription.
    ///   - handler: A closure that receives each event and the child scope. It must stop that scope when the source is
    ///     no longer needed.
    @inlinable
    func startInChild<Result>(
        of observer: Observer<Result>, _ handler: @escaping @Sendable (Event<Element>, Scope) -> Void
    ) {
        let scope = observer.scope.makeChild()
        attach(Observer(scope) { handler($0, scope) })
    }
}

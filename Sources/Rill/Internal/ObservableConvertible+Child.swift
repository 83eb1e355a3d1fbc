extension ObservableConvertible {
    /// Subscribes in a child of the observer's scope, so that the source can be ended while the subscriber lives.
    ///
    /// - Parameters:
    ///   - observer: Whose subscription it is part of.
    ///   - handler: Takes each event and the child, and stops the child when the source's part is over.
    @inlinable
    func startInChild<Result>(
        of observer: Observer<Result>, _ handler: @escaping @Sendable (Event<Element>, Scope) -> Void
    ) {
        let scope = observer.scope.makeChild()
        attach(Observer(scope) { handler($0, scope) })
    }
}
